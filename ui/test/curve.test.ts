import { describe, expect, it } from "vitest";
import { path, reach, rows, scale, spread, ticks, valueAt, type Line } from "../src/lib/curve";

const line = (seat: number, ...points: [number, number][]): Line => ({ seat, name: "", points });

describe("scales", () => {
  it("maps values onto places, upside down as well", () => {
    const y = scale([0, 100], [200, 0]);
    expect([y(0), y(25), y(100)]).toEqual([200, 150, 0]);
  });
  it("puts everything in the middle if there is only one value", () => {
    expect(scale([3, 3], [0, 10])(3)).toBe(5);
  });
  it("reaches from the lowest to the highest value, and is never flat", () => {
    expect(reach([line(0, [0, -7]), line(1, [0, 2], [9, 5])], 1)).toEqual([-7, 5]);
    expect(reach([line(0, [0, 4])], 1)).toEqual([4, 5]);
    expect(reach([], 1)).toEqual([0, 1]);
  });
});

describe("ticks", () => {
  it.each([
    [0, 1, 4, [0, 1]],
    [0, 32, 4, [0, 10, 20, 30]],
    [0, 100, 3, [0, 50, 100]],
    [-36, 0, 4, [-30, -20, -10, 0]],
    [0, 7, 4, [0, 2, 4, 6]],
    [118, 260, 4, [150, 200, 250]],
  ])("from %i to %i, at most %i", (low, high, most, found) => {
    expect(ticks(low, high, most)).toEqual(found);
  });
  it("are never more than asked for", () => {
    for (let high = 1; high < 400; high += 7)
      expect(ticks(0, high, 4).length).toBeLessThanOrEqual(4);
  });
});

describe("lines", () => {
  const same = (value: number): number => value;
  it("go straight, or in steps", () => {
    const points = [
      [0, 1],
      [2, 3],
    ] as const;
    expect(path(points, same, same)).toBe("M0 1L2 3");
    expect(path(points, same, same, true)).toBe("M0 1H2V3");
  });
  it("have a value between two points: the last one", () => {
    const { points } = line(0, [2, 5], [6, 9]);
    expect([1, 2, 5, 6, 99].map((x) => valueAt(points, x))).toEqual([null, 5, 5, 9, 9]);
  });
  it("make a table of what changes", () => {
    expect(rows([line(0, [0, 0], [4, 3], [9, 3]), line(1, [0, 0], [7, 2], [9, 2])])).toEqual([
      { x: 0, values: [0, 0] },
      { x: 4, values: [3, 0] },
      { x: 7, values: [3, 2] },
    ]);
  });
});

describe("spread", () => {
  it("leaves alone what is apart", () => {
    expect(spread([10, 90, 50], 16, 0, 100)).toEqual([10, 90, 50]);
  });
  it("moves apart what lies together, in order and within bounds", () => {
    expect(spread([50, 50, 50], 10, 0, 100)).toEqual([50, 60, 70]);
    expect(spread([98, 100, 99], 10, 0, 100)).toEqual([80, 100, 90]);
  });
});
