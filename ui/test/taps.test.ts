import { describe, expect, it } from "vitest";
import { doubleTaps } from "../src/lib/taps";

document.body.innerHTML =
  '<button id="a"><i></i></button><button id="b"></button><p data-fast><button id="c"></button></p>';
const tap = (where: string, timeStamp: number): MouseEvent =>
  ({ target: document.querySelector(where)!, timeStamp }) as unknown as MouseEvent;

describe("a double tap", () => {
  it("is the second of two on the same control, soon after", () => {
    const twice = doubleTaps();
    expect(twice(tap("#a", 0))).toBe(false);
    expect(twice(tap("#a i", 200))).toBe(true);
    expect(twice(tap("#a", 800))).toBe(false);
  });

  it("is none on another control, or beside all of them", () => {
    const twice = doubleTaps();
    expect(twice(tap("#a", 0))).toBe(false);
    expect(twice(tap("#b", 100))).toBe(false);
    expect(twice(tap("body", 200))).toBe(false);
    expect(twice(tap("body", 300))).toBe(false);
  });

  it("is none where one taps fast", () => {
    const twice = doubleTaps();
    expect(twice(tap("#c", 0))).toBe(false);
    expect(twice(tap("#c", 100))).toBe(false);
  });
});
