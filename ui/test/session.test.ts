import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Session } from "../src/lib/session.svelte";
import type { FromServer, Room, Snapshot } from "../src/protocol";

/** The other end of a socket, held by the test. */
class Line {
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.readyState = 3;
  }
  /** The server answers the call. */
  accept(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  says(...messages: object[]): void {
    for (const message of messages) this.onmessage?.({ data: JSON.stringify(message) });
  }
  breaks(): void {
    this.readyState = 3;
    this.onclose?.();
  }
}

const room = { game: "add-up", code: "KMPRX", status: "playing" } as Room;
const snapshot = (v: number, more: Partial<Snapshot> = {}): FromServer => ({
  t: "snapshot",
  v,
  seat: 0,
  room,
  view: { deck: 30 },
  legal: ["play 7 top"],
  history: [],
  left: null,
  go: null,
  ...more,
});
const moved = (v: number, more: object = {}): object => ({
  t: "event",
  v,
  what: { kind: "moved", at: 1, seat: 1, action: "play 3 top" },
  view: { deck: 30 - v },
  legal: [],
  ...more,
});
const presence = { t: "presence", here: [true, true], delays: [12, -1], watching: 0, window: 0 };

let lines: Line[];
let session: Session;
const now = (): Line => lines.at(-1)!;
const sent = (t: string): Record<string, unknown>[] => now().sent.filter((one) => one["t"] === t);

beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  session = new Session("KMPRX", "secret", () => {
    lines.push(new Line());
    return now() as unknown as WebSocket;
  });
  session.start();
});
afterEach(() => {
  session.close();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Connected, with version 5. */
function seated(): void {
  now().accept();
  now().says(snapshot(5), presence);
}
/** The next attempt to connect is made, and answered. */
function reconnects(): void {
  const before = lines.length;
  vi.advanceTimersByTime(6000);
  expect(lines.length).toBeGreaterThan(before);
  now().accept();
}

/** The page is put away, or looked at again. */
function seen(visible: boolean): void {
  const state = visible ? "visible" : "hidden";
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
  document.dispatchEvent(new Event("visibilitychange"));
}

describe("a seat", () => {
  it("says hello with its token, and shows what it is told", () => {
    expect(session.line).toBe("connecting");
    now().accept();
    expect(now().sent).toMatchObject([{ t: "hello", table: "KMPRX", token: "secret", aids: true }]);
    now().says(snapshot(5, { left: 3000 }), presence);
    expect(session.line).toBe("open");
    expect([session.v, session.seat, session.room?.code]).toEqual([5, 0, "KMPRX"]);
    expect([session.view, session.legal]).toEqual([{ deck: 30 }, ["play 7 top"]]);
    expect(session.deadline).toBe(Date.now() + 3000);
    expect(session.delay).toBe(12);
    expect(session.sending).toBe(false);
  });

  it("follows the events", () => {
    seated();
    now().says(moved(6), moved(7, { legal: ["play 9 top"], room: { ...room, status: "over" } }));
    expect([session.v, session.view]).toEqual([7, { deck: 23 }]);
    expect(session.legal).toEqual(["play 9 top"]);
    expect(session.history).toHaveLength(2);
    expect(session.last?.action).toBe("play 3 top");
    expect(session.room?.status).toBe("over");
  });

  it("does not hear the same event twice", () => {
    seated();
    now().says(moved(6), moved(6), moved(5));
    expect([session.v, session.history.length]).toEqual([6, 1]);
  });

  it("keeps its view where an event has none", () => {
    seated();
    now().says(moved(6, { view: null, legal: null }));
    expect(session.view).toEqual({ deck: 30 });
  });

  it("has aids to what it sees, and to nothing older", () => {
    now().accept();
    now().says(snapshot(5, { aids: { sums: [1, 2] } }));
    expect(session.aids).toEqual({ sums: [1, 2] });
    now().says(moved(6, { aids: { sums: [4, 2] } }), moved(7, { view: null, legal: null }));
    expect(session.aids).toEqual({ sums: [4, 2] });
    now().says(moved(8));
    expect(session.aids).toEqual({});
  });

  it("knows when the game begins and when time is short", () => {
    now().accept();
    now().says(snapshot(5, { go: 2500 }));
    expect(session.goAt).toBe(Date.now() + 2500);
    now().says({ t: "warning", seat: 1, left: 5 }, { t: "warning", seat: 0, left: 900 });
    expect(session.deadline).toBe(Date.now() + 900);
  });

  it("answers a ping", () => {
    seated();
    now().says({ t: "ping", n: 3, v: 5 });
    expect(sent("pong")).toEqual([{ t: "pong", n: 3 }]);
    expect(lines).toHaveLength(1);
  });
});

describe("a gap", () => {
  it("is asked for again: reconnect, with the version that one has", () => {
    seated();
    now().says(moved(8));
    expect([session.v, session.line]).toEqual([5, "lost"]);
    reconnects();
    expect(sent("hello")).toMatchObject([{ after: 5 }]);
    now().says(moved(6, { view: null, legal: null }), moved(7, { view: null }), moved(8), presence);
    expect([session.v, session.line, session.history.length]).toEqual([8, "open", 3]);
  });

  it("in which nothing happened leaves all as it was told, but for the clocks", () => {
    seated();
    now().says(moved(6));
    now().says({ t: "warning", seat: 0, left: 900 });
    const { last, history } = session;
    now().breaks();
    reconnects();
    now().says(snapshot(6, { left: 20_000 }), presence);
    expect(session.deadline).toBe(Date.now() + 20_000);
    expect(session.hurry).toBeNull();
    expect([session.last, session.history]).toEqual([last, history]);
    expect(session.view).toEqual({ deck: 24 });
  });

  it("shows the table after the last event only", () => {
    seated();
    now().says(moved(6));
    expect(session.after).toEqual({ deck: 24 });
    now().says(moved(7, { view: null, legal: null }));
    expect([session.view, session.after]).toEqual([{ deck: 24 }, null]);
    now().says(moved(8));
    expect(session.after).toEqual({ deck: 22 });
  });

  it("is noticed by a ping", () => {
    seated();
    now().says({ t: "ping", n: 1, v: 6 });
    expect(session.line).toBe("lost");
    reconnects();
    expect(sent("hello")).toMatchObject([{ after: 5 }]);
  });
});

describe("a command", () => {
  it("is kept until it is answered", () => {
    seated();
    session.play("play 7 top");
    const [play] = sent("play");
    expect(play).toMatchObject({ v: 5, action: "play 7 top" });
    expect([session.pending.length, session.sending]).toEqual([1, true]);
    now().says({ t: "ack", id: play!["id"], v: 6 });
    expect([session.pending, session.sending]).toEqual([[], false]);
  });

  it("is sent again over a new connection, with the same id and once", () => {
    seated();
    session.play("play 7 top");
    const [first] = sent("play");
    now().breaks();
    expect(session.line).toBe("lost");
    reconnects();
    expect(sent("play")).toEqual([]); // not before we know what the server has
    now().says(presence);
    expect(sent("play")).toEqual([first]);
    now().says(moved(6), { t: "ack", id: first!["id"], v: 6 });
    expect(session.pending).toEqual([]);
    now().breaks();
    reconnects();
    now().says(presence);
    expect(sent("play")).toEqual([]);
  });

  it("given while the line is down is sent when it is back", () => {
    seated();
    now().breaks();
    session.play("play 7 top");
    reconnects();
    now().says(presence);
    expect(sent("play")).toMatchObject([{ action: "play 7 top", v: 5 }]);
  });

  it("has an id of its own", () => {
    seated();
    session.play("play 7 top");
    session.emote("hello");
    session.begin();
    expect(
      new Set(
        now()
          .sent.map((one) => one["id"])
          .filter(Boolean),
      ).size,
    ).toBe(3);
  });

  it("to play is given once a turn", () => {
    seated();
    session.play("play 7 top");
    session.play("play 7 low");
    expect(sent("play")).toMatchObject([{ action: "play 7 top" }]);
  });

  it("to play is taken only in time, where there are no turns", () => {
    now().accept();
    now().says(snapshot(5, { room: { ...room, real_time: true } }), presence);
    session.play("draw");
    session.play("draw");
    expect(sent("play")).toHaveLength(2);
    now().breaks();
    session.play("play 7");
    expect(session.no).toMatchObject({ action: "play 7", text: "line.lost" });
    expect(session.pending).toHaveLength(2);
    session.settle();
    expect(session.no).toBeNull();
  });

  it("to start when another was quicker is no mistake", () => {
    seated();
    const no = { t: "refused", code: "started", text: "", v: 6, late: 0, why: "", facts: {} };
    session.begin();
    now().says({ ...no, id: session.pending[0]!.id });
    expect([session.no, session.pending]).toEqual([null, []]);
  });

  it("that is refused says why", () => {
    seated();
    session.play("play 2 top");
    const id = session.pending[0]!.id;
    const refusal = { t: "refused", id, v: 5, late: 0, why: "", facts: {} };
    now().says({ ...refusal, code: "no such code", text: "In plain words." });
    expect(session.no).toMatchObject({ id, action: "play 2 top", text: "no.other" });
    expect(session.pending).toEqual([]);
    session.play("play 7 top");
    expect(session.no).toBeNull(); // a new try, a new answer
  });

  it("that came too late says by how much", () => {
    seated();
    session.play("play 7 top");
    const id = session.pending[0]!.id;
    now().says({ t: "refused", id, code: "illegal", text: "", v: 6, late: 84, why: "", facts: {} });
    expect(session.no?.late).toBe(84);
  });

  it("that is stale is dropped without a word: what changed is seen", () => {
    seated();
    session.play("play 7 top");
    const id = session.pending[0]!.id;
    now().says({
      t: "refused",
      id,
      code: "stale",
      text: "Old.",
      v: 6,
      late: 0,
      why: "",
      facts: {},
    });
    expect([session.no, session.pending]).toEqual([null, []]);
  });
});

describe("a hint", () => {
  const advice = { t: "hint", v: 5, action: "play 7 top", reason: "", choices: [] };

  it("is thought about, shown, and gone with the next move", () => {
    seated();
    session.askHint();
    expect(session.thinking).toBe(true);
    now().says({ ...advice, id: session.pending[0]!.id });
    expect([session.thinking, session.advice?.action]).toEqual([false, "play 7 top"]);
    now().says(moved(6));
    expect(session.advice).toBeNull();
  });

  it("and an emote keep nobody from playing", () => {
    seated();
    session.askHint();
    session.emote("hello");
    expect([session.pending.length, session.sending]).toEqual([2, false]);
  });

  it("for what is past is not shown", () => {
    seated();
    session.askHint();
    const id = session.pending[0]!.id;
    now().says(moved(6), { ...advice, id });
    expect([session.thinking, session.advice]).toEqual([false, null]);
  });

  it("stays when something happens that changes no card", () => {
    const away = { kind: "away", at: 1, seat: 1 };
    seated();
    session.askHint();
    const id = session.pending[0]!.id;
    now().says(moved(6, { what: away }), { ...advice, id });
    expect(session.advice?.action).toBe("play 7 top");
    now().says(moved(7, { what: away }));
    expect(session.advice?.action).toBe("play 7 top");
    now().says(moved(8, { view: null, legal: null }));
    expect(session.advice).toBeNull();
  });

  it("may be refused", () => {
    seated();
    session.askHint();
    const id = session.pending[0]!.id;
    now().says({ t: "refused", id, code: "no hint", text: "", v: 5, late: 0, why: "", facts: {} });
    expect(session.thinking).toBe(false);
  });
});

describe("the line", () => {
  it("that breaks is tried again at once, then less and less often", () => {
    seated();
    now().breaks();
    vi.advanceTimersByTime(1);
    expect(lines).toHaveLength(2);
    for (let i = 0; i < 8; i++) {
      now().breaks();
      vi.advanceTimersByTime(5001);
    }
    expect(lines.length).toBeGreaterThanOrEqual(10);
    now().breaks();
    const waiting = lines.length;
    vi.advanceTimersByTime(2900);
    expect(lines).toHaveLength(waiting);
  });

  it("that is silent for long is taken for broken", () => {
    seated();
    vi.advanceTimersByTime(9000);
    expect(session.line).toBe("open");
    vi.advanceTimersByTime(2500);
    expect(lines.length).toBeGreaterThan(1);
  });

  it("is tried at once when the device is back", () => {
    seated();
    for (let i = 0; i < 6; i++) {
      now().breaks();
      vi.advanceTimersByTime(5001);
    }
    now().breaks();
    const before = lines.length;
    dispatchEvent(new Event("online"));
    expect(lines).toHaveLength(before + 1);
  });

  it("is made anew when a phone wakes up, and goes on with what it has", () => {
    seated();
    session.play("play 7 top");
    seen(false);
    vi.setSystemTime(Date.now() + 60_000); // no timer ran meanwhile
    seen(true);
    expect([lines.length, session.line]).toEqual([2, "connecting"]);
    now().accept();
    expect(sent("hello")).toMatchObject([{ after: 5 }]);
    now().says(presence);
    expect([session.line, sent("play").length]).toEqual(["open", 1]);
  });

  it("stays when one only looked away", () => {
    seated();
    seen(false);
    vi.advanceTimersByTime(3000);
    seen(true);
    expect([lines.length, session.line]).toEqual([1, "open"]);
    vi.advanceTimersByTime(5000);
    dispatchEvent(new Event("online"));
    expect(lines).toHaveLength(1);
  });

  it("that the server closes for good stays closed", () => {
    seated();
    now().says({ t: "bye", code: "token", text: "No such seat.", retry: false });
    now().breaks();
    vi.advanceTimersByTime(60_000);
    expect([session.bye, session.line, lines.length]).toEqual(["token", "closed", 1]);
  });

  it("that the server closes for a while is opened again", () => {
    seated();
    now().says({ t: "bye", code: "restart", text: "Back soon.", retry: true });
    now().breaks();
    expect([session.bye, session.trouble]).toEqual([null, "restart"]);
    reconnects();
    expect(sent("hello")).toHaveLength(1);
    now().says(presence);
    expect(session.trouble).toBe("");
  });

  it("is silent after the page was left", () => {
    const gone = [
      vi.spyOn(window, "removeEventListener"),
      vi.spyOn(document, "removeEventListener"),
    ];
    seated();
    now().breaks(); // another try is to come
    session.close();
    expect(vi.getTimerCount()).toBe(0);
    expect(gone.map((one) => one.mock.calls.map(([name]) => name))).toEqual([
      ["online"],
      ["visibilitychange"],
    ]);
    dispatchEvent(new Event("online"));
    expect([lines.length, session.line]).toEqual([1, "closed"]);
  });

  it("stays until the server has heard that one left", () => {
    seated();
    now().breaks();
    session.leave();
    session.close();
    reconnects();
    now().says(presence);
    const [leave] = sent("leave");
    expect(leave).toBeDefined();
    expect(session.line).toBe("open");
    now().says({ t: "ack", id: leave!["id"], v: 6 });
    expect([session.line, vi.getTimerCount()]).toEqual(["closed", 0]);
  });

  it("does not wait for ever to be heard", () => {
    seated();
    session.leave();
    session.close();
    vi.advanceTimersByTime(60_000);
    expect([session.line, vi.getTimerCount()]).toEqual(["closed", 0]);
  });

  it("says nothing on an old socket that still talks", () => {
    seated();
    const old = now();
    const { onmessage } = old;
    old.breaks();
    reconnects();
    onmessage?.({ data: JSON.stringify(moved(6)) });
    expect(session.v).toBe(5);
  });
});

describe("somebody who was too slow", () => {
  it("is warned, and asks for the seat", () => {
    seated();
    now().says({ t: "warning", seat: 1, left: 9000 });
    expect(session.hurry).toBeNull();
    now().says({ t: "warning", seat: 0, left: 9000 });
    expect(session.hurry?.left).toBe(9000);
    now().says(moved(6));
    expect(session.hurry).toBeNull();
    session.back();
    expect(sent("back")).toHaveLength(1);
  });
});
