/** HTTP: tables are opened and found here; what happens at them comes over the socket. */

import type * as protocol from "../protocol";
import type { Room } from "../protocol";

export class Problem extends Error {
  constructor(
    readonly code: string,
    text: string,
    readonly why = "", // the game's reason why an action is not legal
    readonly facts: Record<string, string | number> = {},
  ) {
    super(text);
  }
}

// Made from the server's own types; only of `room` more is known here.
export type {
  Frame,
  GameShown,
  Judged,
  Listed,
  OptionShown,
  Reviewed,
  Seated,
  Standing,
} from "../protocol";
export type Frames = Omit<protocol.Frames, "room"> & { room: Room };

/** Ask the server; a Problem with a code if it says no or can't be reached. */
export async function ask<T>(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      headers: body === undefined ? headers : { "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Problem("offline", "The server can't be reached.");
  }
  if (answer.status === 204) return undefined as T;
  const json = answer.headers.get("content-type")?.includes("json") ?? false;
  let found: unknown;
  try {
    found = json ? await answer.json() : await answer.text();
  } catch {
    throw new Problem("http", "The answer broke off."); // or it is none of the server's
  }
  if (!answer.ok) {
    const no = (json ? found : {}) as Partial<Problem & { text: string }>;
    throw new Problem(no.code ?? "http", no.text ?? answer.statusText, no.why, no.facts);
  }
  return found as T;
}

export const get = <T>(path: string): Promise<T> => ask<T>("GET", path);
export const post = <T>(path: string, body: unknown): Promise<T> => ask<T>("POST", path, body);
