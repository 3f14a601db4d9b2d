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
  places: number[] | null; // of the seats, then too; who is equal by the rules shares one
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
  aids?: boolean; // to be told `aids` with each view
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

/** Take the seat back from the bot that stands in; a decision that is overdue it makes first. */
export interface ComeBack {
  t: "back";
  id: string;
}

/** What would be best now? */
export interface AskHint {
  t: "hint";
  id: string;
  v: number;
}

/** Say something to everybody at the table, at most once in two seconds. It is not stored. */
export interface SendEmote {
  t: "emote";
  id: string;
  emote: "good game" | "hello" | "hurry" | "oops" | "thanks" | "thinking" | "well played" | "wow";
}

/** The answer to `ping`, at once. */
export interface Pong {
  t: "pong";
  n: number;
}

/** Something happened: this is version `v`. `room` is there if it changed. `view`, `legal` and `aids` are the receiver's own, now; of several events that are sent again after a reconnection only the last one has them. */
export interface Happened {
  t: "event";
  v: number;
  what: What;
  room?: Room | null;
  view?: Record<string, unknown> | null;
  legal?: string[] | null;
  left?: number | null; // milliseconds left to decide
  go?: number | null; // milliseconds until "go", without turns
  aids?: Record<string, unknown> | null; // for who asked: see *Aids and reasons*
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
  aids?: Record<string, unknown> | null; // for who asked, if there is a view
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
  gone: number[]; // for how many milliseconds each seat's player has been away; 0: not
}

/** A player says something. It has no version, and who comes later does not hear of it. */
export interface Emote {
  t: "emote";
  seat: number;
  emote: "good game" | "hello" | "hurry" | "oops" | "thanks" | "thinking" | "well played" | "wow";
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

export interface Seated {
  id: string;
  code: string;
  seat: number;
  token: string; // opens the seat: keep it, and tell nobody
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
  values: string; // what may be given, in words
  about: string;
}

export interface GameShown {
  slug: string;
  name: string;
  players: [number, number];
  real_time: boolean;
  options: OptionShown[];
}

/** What was wrong: `code` for programs, `text` for people. */
export interface Problem {
  code: string;
  text: string;
  why?: string | null; // the game's key for what its rules forbid
  facts?: Record<string, number | string> | null; // to `why`
}

/** The position after a move; of the first one, as dealt, `seat` is null and `action` empty. */
export interface Frame {
  seat: number | null;
  action: string;
  events: (Record<string, unknown>)[];
  view: Record<string, unknown>; // of the eyes; of -1 the full state
  legal: string[]; // of the eyes' seat
  aids: Record<string, unknown>;
}

export interface Studied {
  frames: Frame[]; // frame k is the position after k moves
}

export interface Frames {
  room: Record<string, unknown>; // `Room` in docs/protocol.md
  of: number; // frames there are in all
  frames: Frame[]; // at most 500: ask again with `first`
}

/** A decision beside the one that would have been best: the same, if none was clearly better. */
export interface Judged {
  number: number; // of the move, from 1
  player: number;
  action: string;
  better: string;
  chance: number; // to win, with the action taken
  best: number; // with the better one
  cost: number;
  reason: string; // for the better one
}

/** How a player did, in chances to win. */
export interface Standing {
  accuracy: number | null; // 100: always the best; null: there was no choice
  expected: number;
  result: number;
  skill: number; // given away by own decisions, as a negative number
  gifts: number; // received by what others gave away
  luck: number;
}

export interface Reviewed {
  done: number; // moves judged by now: ask again until it is `of`
  of: number; // moves that are judged: of a long game the last 600
  first: number; // the number of the first of them
  curve: ([number, number[]])[]; // after so many moves: each chance
  decisions: Judged[];
  players: Standing[]; // empty until all is judged
}

export type FromClient = Hello | Play | Start | Leave | Rematch | ComeBack | AskHint | SendEmote | Pong;

export type FromServer = Happened | Snapshot | Done | Refused | Hint | Presence | Emote | Warn | Ping | Bye;
