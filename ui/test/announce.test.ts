import { beforeEach, describe, expect, it, vi } from "vitest";

async function fresh(): Promise<typeof import("../src/lib/announce.svelte")> {
  vi.resetModules();
  return await import("../src/lib/announce.svelte");
}

beforeEach(() => vi.useFakeTimers());

describe("what is told", () => {
  it("changes even if it is the same again", async () => {
    const { announce, spoken } = await fresh();
    announce("Too late.");
    const first = spoken.text;
    vi.advanceTimersByTime(1000);
    announce("Too late.");
    expect(spoken.text.trim()).toBe("Too late.");
    expect(spoken.text).not.toBe(first);
  });

  it("leaves nothing out where there are turns", async () => {
    const { announce, spoken } = await fresh();
    for (const text of ["go", "1", "2", "3", "4", "5", "6"]) announce(text);
    expect(spoken.text).toBe("go");
    vi.advanceTimersByTime(1000);
    expect(spoken.text).toBe("1 2 3 4 5 6");
  });

  it("is only the newest in a race", async () => {
    const { announce, spoken } = await fresh();
    for (const text of ["go", "1", "2", "3", "4", "5", "6"]) announce(text, true);
    vi.advanceTimersByTime(1000);
    expect(spoken.text).toBe("3 4 5 6");
  });

  it("is said in the dialog on top, and once", async () => {
    const { announce, listenIn, spoken } = await fresh();
    const [leaveOne, leaveTwo] = [listenIn("one"), listenIn("two")];
    announce("Your turn.");
    expect(spoken).toEqual({ text: "Your turn.", at: "two" });
    leaveOne(); // from below: the other one is still on top
    vi.advanceTimersByTime(1000);
    announce("10 seconds left.");
    expect(spoken.at).toBe("two");
    leaveTwo();
    expect(spoken.at).toBe("two"); // the page does not say it again
    vi.advanceTimersByTime(1000);
    announce("Too late.");
    expect(spoken).toEqual({ text: "Too late.", at: "" });
  });

  it("is what happened first, then what to do", async () => {
    const { announce, prompt, spoken } = await fresh();
    prompt("Take column 1 (9)");
    announce("Your turn.");
    expect(spoken.text).toBe("Your turn.");
    vi.advanceTimersByTime(1000);
    expect(spoken.text).toBe("Take column 1 (9)."); // whatever is told next is another sentence
  });
});
