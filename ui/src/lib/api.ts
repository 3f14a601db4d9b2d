/** HTTP: tables are opened and found here; what happens at them comes over the socket. */

export class Problem extends Error {
  constructor(
    readonly code: string,
    text: string,
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
    const { code = "http", text = answer.statusText } = (json ? found : {}) as Partial<{
      code: string;
      text: string;
    }>;
    throw new Problem(code, text);
  }
  return found as T;
}

export const get = <T>(path: string): Promise<T> => ask<T>("GET", path);
export const post = <T>(path: string, body: unknown): Promise<T> => ask<T>("POST", path, body);
