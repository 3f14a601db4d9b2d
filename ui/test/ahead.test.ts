import { beforeEach, expect, it, vi } from "vitest";
import { connectTo, leaveTable, sessionOf } from "../src/lib/ahead";
import { keep, kept } from "../src/lib/settings.svelte";

let sockets: { url: string; sent: string[] }[] = [];
beforeEach(() => {
  sockets = [];
  class Socket {
    static OPEN = 1;
    readyState = 1;
    sent: string[] = [];
    constructor(readonly url: string) {
      sockets.push(this);
    }
    send(text: string): void {
      this.sent.push((JSON.parse(text) as { t: string }).t);
    }
    close(): void {
      this.readyState = 3;
    }
  }
  vi.stubGlobal("WebSocket", Socket);
  vi.stubGlobal("scrollTo", vi.fn());
});

it("a connection that was made ahead is used, once", () => {
  keep("AAAAA", "push", 0, "one", "Ada");
  void connectTo("AAAAA");
  expect(sockets).toHaveLength(1);
  const first = sessionOf("AAAAA", "one");
  expect(sockets).toHaveLength(1);
  const second = sessionOf("AAAAA", "one");
  expect([sockets.length, second === first]).toEqual([2, false]);
  first.close();
  second.close();
});

it("all at this device leave a table, and no other one", () => {
  for (const [code, seat, token] of [
    ["AAAAA", 0, "one"],
    ["AAAAA", 1, "two"],
    ["BBBBB", 0, "three"],
  ] as const)
    keep(code, "push", seat, token, "Ada");
  const sessions = [
    sessionOf("AAAAA", "one"),
    sessionOf("AAAAA", "two"),
    sessionOf("BBBBB", "three"),
  ];
  history.replaceState(null, "", "/t/AAAAA");
  leaveTable("AAAAA");
  expect(sockets.map((one) => one.sent)).toEqual([["leave"], ["leave"], []]);
  expect([kept("AAAAA"), kept("BBBBB")?.code, location.pathname]).toEqual([
    undefined,
    "BBBBB",
    "/",
  ]);
  sessions.forEach((one) => one.close());
});
