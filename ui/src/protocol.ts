// Made by `python -m cinquina.server.describe`: change server/messages.py instead.

/** How long a table waits. In seconds, but for the last two: milliseconds. */
export interface Clock {
  turn: number; // for a decision, then a bot makes it; 0: no limit
  away: number; // for somebody whose connection is gone, then a bot takes the seat
  lockout: number; // without turns: how long a wrong card keeps its player from playing
  window: number; // without turns: the fair window; -1: by the delays at the table, 0: none
}

/** Who sits where; `who` is null while the seat is free. */
export interface Seat {
  who: "bot" | "person" | "program" | null;
  name: string;
  level: string; // of a bot
  away: boolean; // a bot stands in
}

/** What everybody may know of a table, apart from the cards. */
export interface Room {
  id: string;
  code: string;
  game: string;
  players: number;
  options: Record<string, boolean | number | string>;
  deck: Record<string, number> | null; // of one's own; null is the game's
  rules: number;
  level: string;
  public: boolean;
  clock: Clock;
  real_time: boolean;
  status: "ended" | "over" | "playing" | "waiting";
  seats: Seat[];
  commitment: string; // the hash of the seed
  seed: string | null; // as soon as the game is over
  ended: string | null; // why it was broken off
  rematch: string | null; // the code of another table
}

/** What happened, by its kind. */
export interface What {
  kind: "again" | "away" | "back" | "ended" | "forgot" | "moved" | "opened" | "sat" | "started" | "stood";
  at: number;
  seat?: number;
  action?: string;
  ms?: number; // of a move, on the table's clock
  by?: "bot" | "player";
  events?: (Record<string, unknown>)[];
  delay?: number;
  window?: number;
}

export interface Choice {
  action: string;
  chance: number; // to win
  error: number; // standard error of that
}

/** The first message. Without a token one watches. `after` is the version that one has. */
export interface Hello {
  t: "hello";
  table: string; // id or code
  token?: string;
  after?: number;
  aids?: boolean; // to be told `aids` as well
}

/** An action, seen on version `v`. The same `id` again is answered, not done again. */
export interface Play {
  t: "play";
  id: string;
  v: number;
  action: string;
}

/** Begin the game; bots take the empty seats. */
export interface Start {
  t: "start";
  id: string;
}

/** Give up the seat for good. In a running game a bot has it from now on. */
export interface Leave {
  t: "leave";
  id: string;
}

/** Open another table for the same players, with the same rules. */
export interface Rematch {
  t: "rematch";
  id: string;
}

/** What would be best now? */
export interface AskHint {
  t: "hint";
  id: string;
  v: number;
}

/** The answer to `ping`, at once. */
export interface Pong {
  t: "pong";
  n: number;
}

/** Something happened: this is version `v`. `room` is there if it changed. `view` and `legal` are the receiver's own, now; of several events that are sent again after a reconnection only the last one has them. */
export interface Happened {
  t: "event";
  v: number;
  what: What;
  room?: Room | null;
  view?: Record<string, unknown> | null;
  legal?: string[] | null;
  left?: number | null; // milliseconds left to decide
  go?: number | null; // milliseconds until "go", without turns
}

/** All that one may know, at version `v`. Replaces everything that one had. */
export interface Snapshot {
  t: "snapshot";
  v: number;
  seat: number | null; // one's own; null for who watches
  room: Room;
  view: Record<string, unknown> | null; // null until the game starts
  legal: string[];
  history: What[]; // moves
  left: number | null;
  go: number | null;
}

/** What a good table tells besides the cards: follows on each view, for who asked for it. Its fields are the game's own: see *Aids* in docs/protocol.md. */
export interface Aids {
  t: "aids";
  v: number;
  aids: Record<string, unknown>;
}

/** Command `id` is stored, as version `v`. */
export interface Done {
  t: "ack";
  id: string;
  v: number;
}

/** Command `id` changed nothing. `code` is for programs, `text` for people. `late`: without turns, by how many milliseconds somebody else was faster. Of what is `illegal` or `wrong`, `why` is the game's key for the reason, with its `facts`. */
export interface Refused {
  t: "refused";
  id: string;
  code: string;
  text: string;
  v: number;
  late: number;
  why: string;
  facts: Record<string, number | string>;
}

export interface Hint {
  t: "hint";
  id: string;
  v: number;
  action: string;
  reason: string;
  choices: Choice[];
}

/** Who is connected, and the delay measured for each seat (-1: none). It has no version. */
export interface Presence {
  t: "presence";
  here: boolean[];
  delays: number[];
  watching: number;
  window: number; // the fair window now in force, in milliseconds
}

/** So much is left before a bot decides for a seat. */
export interface Warn {
  t: "warning";
  seat: number;
  left: number;
}

/** Are you there? `v` is the version now: who has less, and nothing on the way, missed some. */
export interface Ping {
  t: "ping";
  n: number;
  v: number;
}

/** The server closes this connection; `retry` says whether to come back. */
export interface Bye {
  t: "bye";
  code: string;
  text: string;
  retry: boolean;
}

export type FromClient = Hello | Play | Start | Leave | Rematch | AskHint | Pong;

export type FromServer = Happened | Snapshot | Aids | Done | Refused | Hint | Presence | Warn | Ping | Bye;
