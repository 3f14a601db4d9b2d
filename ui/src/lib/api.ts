/** HTTP: tables are opened and found here; what happens at them comes over the socket. */

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

export interface Seated {
  id: string;
  code: string;
  seat: number;
  token: string;
  url: string;
}

export interface Listed {
  id: string;
  code: string;
  game: string;
  players: number;
  taken: number;
  names: string[];
}

export interface OptionShown {
  name: string;
  default: boolean | number;
  values: string;
  about: string;
}

export interface GameShown {
  slug: string;
  name: string;
  players: [number, number];
  real_time: boolean;
  options: OptionShown[];
}

/** A position of a game, and the move that led to it (none before the first). */
export interface Frame {
  seat: number | null;
  action: string;
  events: Record<string, unknown>[];
  view: Record<string, unknown>;
  legal: string[];
  aids: Record<string, unknown>;
}

export interface Frames {
  room: Room;
  of: number;
  frames: Frame[];
}

/** A decision beside the one that would have been best: the same, if none was clearly better. */
export interface Judged {
  number: number; // of the move, from 1
  player: number;
  action: string;
  better: string;
  chance: number; // to win, with the action taken
  best: number;
  cost: number;
}

/** How a player did, in chances to win. */
export interface Standing {
  accuracy: number | null; // 100: always the best; null: there was no choice
  expected: number;
  result: number;
  skill: number; // given away by own decisions, as a negative number
  gifts: number;
  luck: number;
}

export interface Reviewed {
  done: number; // moves judged by now
  of: number;
  first: number; // the number of the first that is judged
  curve: [number, number[]][];
  decisions: Judged[];
  players: Standing[]; // empty until all is judged
}

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
  const found: unknown = json ? await answer.json() : await answer.text();
  if (!answer.ok) {
    const no = (json ? found : {}) as Partial<Problem & { text: string }>;
    throw new Problem(no.code ?? "http", no.text ?? answer.statusText, no.why, no.facts);
  }
  return found as T;
}

export const get = <T>(path: string): Promise<T> => ask<T>("GET", path);
export const post = <T>(path: string, body: unknown): Promise<T> => ask<T>("POST", path, body);
