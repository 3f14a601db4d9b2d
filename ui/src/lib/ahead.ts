/** What a table needs, asked for before its page is there: on a slow phone that is half the wait. */

import { loadGame } from "../games/board";
import { Session } from "./session.svelte";
import { go } from "./router.svelte";
import { forgetTable, kept } from "./settings.svelte";

const sessions = new Map<string, Session>();
let used: Session[] = []; // by the page
const key = (code: string, token: string) => `${code} ${token}`;

/** Fetch the page of a table, and its game. What fails is asked for again when it is needed. */
export async function fetchTable(game?: string): Promise<void> {
  await Promise.allSettled([import("../pages/Table.svelte"), game && loadGame(game)]);
}

/** Connect with the seats that this device has at a table, and hear what it first says. */
export async function connectTo(code: string): Promise<void> {
  const made = (kept(code)?.seats ?? []).map(({ token }) => {
    const session = new Session(code, token);
    sessions.set(key(code, token), session);
    session.start();
    return session.greeted;
  });
  await Promise.all(made);
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
