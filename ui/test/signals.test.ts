import { cleanup, render } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { announce, spoken } from "../src/lib/announce.svelte";
import { Session } from "../src/lib/session.svelte";
import { play } from "../src/lib/sound";
import { speak } from "../src/lib/words.svelte";
import Signals from "../src/parts/Signals.svelte";
import type { Presence, Room } from "../src/protocol";

vi.mock("../src/lib/sound", () => ({ play: vi.fn() }));

const person = (name: string) => ({ who: "person", name, level: "", away: false });
const room = { seats: [person("Ada"), person("Bob")], real_time: false } as unknown as Room;
const names = ["Ada", "Bob"];
const here = (...seats: boolean[]): Presence => ({
  t: "presence",
  here: seats,
  delays: [],
  watching: 0,
  window: 0,
  gone: [],
});

let session: Session;
function listen(more: object = {}) {
  session = new Session("KMPRX", "");
  session.seat = 0;
  return render(Signals, { session, room, names, facts: [], turn: false, ...more });
}
async function said(): Promise<string> {
  await tick();
  vi.advanceTimersByTime(1000);
  return spoken.text.trim();
}

beforeAll(() => speak("en"));
beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.advanceTimersByTime(5000);
  cleanup();
  vi.mocked(play).mockClear();
});

describe("who can't see is told", () => {
  it("what others say", async () => {
    listen();
    session.hear({ t: "emote", seat: 1, emote: "wow" });
    expect(await said()).toBe("Bob: Wow!");
  });

  it("why something was refused, once", async () => {
    listen();
    session.no = { id: "", action: "", text: "Only 3 or 5 fits.", late: 0, at: 0 };
    expect(await said()).toBe("Only 3 or 5 fits.");
    const before = spoken.text;
    announce("Bob: 3.");
    expect(await said()).toBe("Bob: 3.");
    vi.advanceTimersByTime(3000);
    expect([before, spoken.text]).toEqual(["Only 3 or 5 fits.", "Bob: 3."]);
  });

  it("who is gone, and back", async () => {
    listen();
    session.hear(here(true, true));
    await said();
    session.hear(here(true, false));
    expect(await said()).toBe("Bob has lost the connection.");
    session.hear(here(true, true));
    expect(await said()).toBe("Bob is connected again.");
  });

  it("that somebody has one card left, once", async () => {
    const { rerender } = listen();
    await rerender({ facts: [{ score: 0 }, { score: 0, last: true }] });
    expect(await said()).toBe("Bob has one card left!");
    spoken.text = "";
    await rerender({ facts: [{ score: 1 }, { score: 0, last: true }] });
    expect(await said()).toBe("");
  });
});

describe("the last seconds to decide", () => {
  it("are heard, while it is one's turn", async () => {
    const { rerender } = listen({ turn: true });
    session.deadline = Date.now() + 30_000;
    await tick();
    vi.advanceTimersByTime(24_000);
    expect(play).not.toHaveBeenCalledWith("tick");
    vi.advanceTimersByTime(3500);
    expect(play).toHaveBeenCalledTimes(3);
    await rerender({ turn: false });
    vi.advanceTimersByTime(10_000);
    expect(play).toHaveBeenCalledTimes(3);
  });
});

describe("the tab", () => {
  it("has a dot while it is one's turn", async () => {
    document.head.innerHTML = '<link rel="icon" href="/icon.svg">';
    const icon = document.querySelector("link")!;
    const { rerender } = listen({ turn: true });
    await tick();
    expect(icon.getAttribute("href")).toMatch(/^data:/);
    await rerender({ turn: false });
    expect(icon.getAttribute("href")).toBe("/icon.svg");
  });
});
