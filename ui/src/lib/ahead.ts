/** What a table needs, asked for before its page is there: on a slow phone that is half the wait. */

import { loadGame } from "../games/board";
import { Session } from "./session.svelte";
import { go } from "./router.svelte";
import { forgetTable, kept } from "./settings.svelte";

const sessions = new Map<string, Session>();
let used: Session[] = []; // by the page
const key = (code: string, token: string) => `${code} ${token}`;

/** Fetch the page of a table, and its game. */
export function fetchTable(game?: string): void {
  const later = () => undefined; // what fails now is asked for again when it is needed
  void import("../pages/Table.svelte").catch(later);
  if (game) void loadGame(game).catch(later);
}

/** Connect with the seats that this device has at a table. */
export function connectTo(code: string): void {
  for (const { token } of kept(code)?.seats ?? []) {
    const session = new Session(code, token);
    sessions.set(key(code, token), session);
    session.start();
  }
}

/** A connection: the one that was made ahead, or a new one. */
export function sessionOf(code: string, token: string): Session {
  const found = sessions.get(key(code, token));
  sessions.delete(key(code, token));
  const session = found ?? new Session(code, token);
  if (!found) session.start();
  used = [...used.filter((one) => one.line !== "closed"), session];
  return session;
}

/** Everybody at this device gives up the seat for good. */
export function leaveTable(code: string): void {
  used.filter((one) => one.table === code).forEach((one) => one.leave());
  forgetTable(code);
  go("/");
}
