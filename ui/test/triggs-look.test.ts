import { cleanup, render } from "@testing-library/svelte";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import Bar from "../src/games/triggs/Bar.svelte";
import Sheet from "../src/games/triggs/Sheet.svelte";
import { speak } from "../src/lib/words.svelte";

beforeAll(() => speak("en"));
afterEach(cleanup);

const boxes = [2, 2, 2, 3, 3, 3, 4, 4, 4, 4, 5, 5];
const crossed = [2, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0];

describe("a sheet", () => {
  const sheet = { label: "Your sheet", boxes, crossed };
  const drawn = (page: HTMLElement) => [...page.querySelectorAll("svg > *")];

  it("is not drawn anew when the game is over", async () => {
    const { container, rerender } = render(Sheet, { ...sheet, onrow: () => undefined });
    expect(container.querySelectorAll("button")).toHaveLength(12);
    const before = drawn(container);
    await rerender({ onrow: undefined });
    expect(container.querySelectorAll("button")).toHaveLength(0);
    expect(drawn(container)).toEqual(before);
    drawn(container).forEach((one, i) => expect(one).toBe(before[i]));
  });

  it("has a cross for each box that is crossed; only a new one draws itself", async () => {
    const { container, rerender } = render(Sheet, sheet);
    const crosses = () =>
      drawn(container).filter((one) => one.matches("[transform*=rotate]:not(.tally)"));
    expect(crosses().map((one) => one.tagName)).toEqual(["path", "path", "path"]);
    await rerender({ crossed: crossed.with(3, 2) });
    expect(crosses().map((one) => one.tagName)).toEqual(["path", "path", "path", "g"]);
  });

  it("of somebody else is one picture: its rows with crosses in words", () => {
    const { container } = render(Sheet, sheet);
    expect(container.querySelector("[role=img]")?.getAttribute("aria-label")).toBe(
      "Your sheet, crossed 3 of 41. Row 1: 2 of 2 crossed, full. Row 4: 1 of 3 crossed",
    );
  });
});

describe("what can be done", () => {
  const nothing = { card: null, rows: [], discards: [], reach: {}, advised: "", told: "" };
  const onact = vi.fn();
  const on = { onact, onrow: () => undefined, onall: () => undefined };
  function make(ways: string[], legal: string[]) {
    const hand = ways.flatMap((way) => way.split("+"));
    const props = {
      ...nothing,
      ...on,
      phase: "make",
      legal,
      hand,
      value: 3,
      made: 0,
      row: 3,
      ways,
    };
    const { container } = render(Bar, { ...props, sure: false });
    return [...container.querySelectorAll("button")];
  }

  it("asks for no cards where there is one way", () => {
    const [only, ...more] = make(["3", "3"], ["use 3"]);
    expect(only?.textContent).toBe("Make the crossRow 3 · 3");
    expect(more).toHaveLength(0);
    only?.click();
    expect(onact).toHaveBeenLastCalledWith("use 3");
  });

  it("names the ways where there are several", () => {
    const labels = make(["3", "1+2"], ["use 3", "use 1+2", "done"]).map((one) => one.textContent);
    expect(labels).toEqual(["Use 3", "Use 1\u00a0+\u00a02", "Done"]);
  });
});
