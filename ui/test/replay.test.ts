import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Frame } from "../src/lib/api";
import { Judging, OPEN, Player, Recording } from "../src/lib/replay.svelte";

describe("the player", () => {
  let player: Player;
  beforeEach(() => {
    vi.useFakeTimers();
    player = new Player();
    player.count = 5;
  });
  afterEach(() => vi.useRealTimers());

  it("stays within the game", () => {
    player.seek(99);
    expect(player.at).toBe(4);
    player.seek(-1);
    expect(player.at).toBe(0);
  });
  it("plays to the end and stops there", () => {
    player.toggle();
    vi.advanceTimersByTime(1100);
    expect([player.at, player.playing]).toEqual([1, true]);
    vi.advanceTimersByTime(60_000);
    expect([player.at, player.playing]).toEqual([4, false]);
  });
  it("begins again from the end", () => {
    player.seek(4);
    player.toggle();
    expect([player.at, player.playing]).toEqual([0, true]);
    player.pause();
  });
  it("stands still where it is put by hand", () => {
    player.toggle();
    player.stand(2);
    vi.advanceTimersByTime(60_000);
    expect([player.at, player.playing]).toEqual([2, false]);
  });
  it("has four speeds, in a ring, also while it plays", () => {
    const seen = [0, 1, 2, 3].map(() => {
      player.faster();
      return player.speed;
    });
    expect(seen).toEqual([2, 4, 0.5, 1]);
    player.toggle();
    player.faster();
    player.faster();
    vi.advanceTimersByTime(300);
    expect(player.at).toBe(1);
    player.pause();
  });
});

const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });

describe("a recording", () => {
  const frame = (action: string): Frame => ({
    seat: 0,
    action,
    events: [],
    view: {},
    legal: [],
    aids: {},
  });
  const all = ["a", "b", "c", "d", "e"];

  function serve(page: number): ReturnType<typeof vi.fn> {
    const asked = vi.fn(async (path: string) => {
      const query = new URL(path, "http://x").searchParams;
      const [eyes, first] = [query.get("eyes") ?? "", Number(query.get("first"))];
      const frames = all.slice(first, first + page).map((action) => frame(action + eyes));
      return json({ room: { game: "push" }, of: all.length, frames });
    });
    vi.stubGlobal("fetch", asked);
    return asked;
  }
  afterEach(() => vi.unstubAllGlobals());
  const shown = (recording: Recording) => recording.frames.map((one) => one.action);

  it("comes in pages, and is asked for once", async () => {
    const asked = serve(2);
    const recording = new Recording("KMPRX");
    await recording.look(OPEN);
    expect(shown(recording)).toEqual(["a-1", "b-1", "c-1", "d-1", "e-1"]);
    expect(asked).toHaveBeenCalledTimes(3);
    await recording.look(1);
    await recording.look(OPEN);
    expect(asked).toHaveBeenCalledTimes(6);
    expect([recording.eyes, shown(recording)[0]]).toEqual([OPEN, "a-1"]);
  });
  it("shows the eyes that were asked for last", async () => {
    serve(5);
    const recording = new Recording("KMPRX");
    await Promise.all([recording.look(0), recording.look(1)]);
    expect([recording.eyes, shown(recording)[0]]).toEqual([1, "a1"]);
  });
  it("says why there is none", async () => {
    vi.stubGlobal("fetch", async () => json({ code: "playing", text: "" }, 409));
    const recording = new Recording("KMPRX");
    await recording.look(OPEN);
    expect(recording.problem).toBe("playing");
  });
});

describe("judging", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const answer = (done: number) =>
    json({ done, of: 2, first: 1, curve: [], decisions: [], players: [] });

  it("asks each second until all is judged, and later if the server is busy", async () => {
    const answers = [answer(0), json({ code: "busy", text: "" }, 503), answer(1), answer(2)];
    const asked = vi.fn(async () => answers.shift()!);
    vi.stubGlobal("fetch", asked);
    const judging = new Judging("KMPRX");
    await judging.ask();
    expect(judging.done).toBe(false);
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(5000);
    expect(judging.found?.done).toBe(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([judging.done, asked.mock.calls.length]).toEqual([true, 4]);
  });
  it("stops when it is told to, or when there is nothing to judge", async () => {
    const asked = vi.fn(async () => answer(0));
    vi.stubGlobal("fetch", asked);
    const judging = new Judging("KMPRX");
    await judging.ask();
    judging.stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveBeenCalledTimes(1);

    vi.stubGlobal("fetch", async () => json({ code: "playing", text: "" }, 409));
    const none = new Judging("KMPRX");
    await none.ask();
    expect(none.failed).toBe(true);
  });
});
