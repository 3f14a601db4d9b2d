/** A seat (or a place to watch from) at a live table: one socket that mends itself.
 *
 *  Everything has a version; a gap is asked for again. A command is kept until it is answered, and
 *  sent again with the same id over a new connection: it is done once, whatever happens between.
 */

import type {
  Choice,
  FromClient,
  FromServer,
  Presence,
  Refused,
  Room,
  SendEmote,
  What,
} from "../protocol";
import { inWords } from "./refusals";
import { tx } from "./words.svelte";

export type View = Record<string, unknown>;
export type Aids = Record<string, unknown>;
export type Line = "connecting" | "open" | "lost" | "closed";
type Command = Extract<FromClient, { id: string }>;

export interface Advice {
  action: string;
  reason: string;
  choices: Choice[];
}

export interface Said {
  seat: number;
  emote: string;
  at: number;
}

/** Why the server said no, in the words of the player. */
export interface No {
  id: string;
  action: string;
  text: string;
  late: number;
  at: number;
}

const SILENT = 10_000; // milliseconds: whoever says nothing for so long is gone
const CHECK = 1_000;
const ASLEEP = 5_000; // out of sight for so long: better connect anew, that is cheap
const LINGER = 60_000;
const BACKOFF = [0, 250, 500, 1000, 2000, 4000];

export class Session {
  room = $state.raw<Room | null>(null);
  view = $state.raw<View | null>(null);
  aids = $state.raw<Aids>({});
  legal = $state.raw<string[]>([]);
  history = $state.raw<What[]>([]); // the moves
  last = $state.raw<What | null>(null); // what happened last, of any kind
  after = $state.raw<View | null>(null); // the table after that; of several at once known of the last
  presence = $state.raw<Presence | null>(null);
  seat = $state<number | null>(null);
  v = $state(0);
  line = $state<Line>("connecting");
  retryAt = $state(0); // when the next attempt is made
  deadline = $state<number | null>(null); // until when to decide, on this machine's clock
  hurry = $state.raw<{ left: number } | null>(null); // milliseconds before a bot decides: a warning
  goAt = $state<number | null>(null); // without turns: when the game begins
  pending = $state.raw<Command[]>([]);
  advice = $state.raw<Advice | null>(null);
  thinking = $state(false); // a hint was asked for
  no = $state.raw<No | null>(null);
  said = $state.raw<Said[]>([]);
  bye = $state<string | null>(null); // why there is no coming back
  trouble = $state(""); // a code: why the server sent us away, to come back
  delay = $state<number | null>(null);
  readonly greeted: Promise<void>; // the first words are heard, or for now none come

  private greet!: () => void;
  private socket: WebSocket | null = null;
  private leaving = false; // no state: who goes away sees that of before
  private changed = 0; // the version in which the cards last changed
  private heard = 0;
  private hiddenAt = Infinity; // by the clock on the wall: others may stand still in sleep
  private tries = 0;
  private ids = 0;
  private checking?: ReturnType<typeof setInterval>;
  private retry?: ReturnType<typeof setTimeout>;
  private ending?: ReturnType<typeof setTimeout>;
  private readonly me = Math.random().toString(36).slice(2, 8);

  constructor(
    readonly table: string,
    readonly token: string,
    private readonly open = (url: string) => new WebSocket(url),
  ) {
    this.greeted = new Promise((resolve) => (this.greet = resolve));
  }

  /** An action is on its way; hints and emotes keep nobody from playing. */
  get sending(): boolean {
    return this.pending.some((one) => one.t === "play");
  }

  start(): void {
    this.checking = setInterval(() => this.check(), CHECK);
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.connect();
  }

  /** The page is left. Who gave up the seat stays connected until that is heard, but not for ever. */
  close(): void {
    if (this.leaving) this.ending ??= setTimeout(() => this.end(), LINGER);
    else this.end();
  }

  private end(): void {
    this.line = "closed";
    clearInterval(this.checking);
    clearTimeout(this.retry);
    clearTimeout(this.ending);
    removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.drop();
  }

  // --- Commands ---

  play(action: string): void {
    const race = this.room?.real_time;
    // Where all act at once, what could not be said in time is not done later.
    if (race && this.line !== "open") return this.refuse(action, tx("line.lost"));
    if (!race && this.sending) return;
    this.command({ t: "play", id: this.id(), v: this.v, action });
  }
  begin(): void {
    this.command({ t: "start", id: this.id() });
  }
  leave(): void {
    this.leaving = true;
    this.command({ t: "leave", id: this.id() });
  }
  rematch(): void {
    this.command({ t: "rematch", id: this.id() });
  }
  back(): void {
    this.command({ t: "back", id: this.id() });
  }
  askHint(): void {
    this.thinking = true;
    this.command({ t: "hint", id: this.id(), v: this.v });
  }
  emote(emote: SendEmote["emote"]): void {
    this.command({ t: "emote", id: this.id(), emote });
  }

  /** Say no here: the server need not be asked. */
  refuse(action: string, text: string): void {
    this.no = { id: "", action, text, late: 0, at: Date.now() };
  }
  /** What was refused is read. */
  settle(): void {
    this.no = null;
  }

  private id(): string {
    return `${this.me}-${++this.ids}`;
  }

  private command(command: Command): void {
    this.no = null; // an old one has nothing to do with this
    this.pending = [...this.pending, command];
    this.send(command);
  }

  private answered(id: string): Command | undefined {
    const found = this.pending.find((command) => command.id === id);
    if (found) this.pending = this.pending.filter((command) => command !== found);
    if (found?.t === "hint") this.thinking = false;
    if (found?.t === "leave") this.leaving = false;
    if (this.ending && !this.leaving) this.end();
    return found;
  }

  private send(message: FromClient): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  // --- The line ---

  /** A phone that slept has a dead line and does not know it: its timers slept, too. */
  private wake = (): void => {
    const shown = document.visibilityState === "visible";
    const slept = shown && Date.now() - this.hiddenAt > ASLEEP;
    this.hiddenAt = shown ? Infinity : Math.min(this.hiddenAt, Date.now());
    if (!shown) return;
    if (slept && this.line === "open") this.line = "connecting"; // what is pending is said again
    if (slept || this.line === "lost") this.connect();
    else this.check();
  };

  private check(): void {
    if (this.socket && this.line !== "closed" && performance.now() - this.heard > SILENT)
      this.lost();
  }

  private connect(): void {
    if (this.line === "closed" || this.bye) return;
    this.drop();
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = (this.socket = this.open(`${scheme}://${location.host}/ws`));
    this.heard = performance.now();
    socket.onopen = () => {
      const { table, token, v } = this;
      this.send({ t: "hello", table, token, after: v, aids: true });
    };
    socket.onmessage = (event) => {
      if (socket !== this.socket) return;
      this.heard = performance.now();
      this.hear(JSON.parse(event.data as string) as FromServer);
    };
    socket.onclose = () => socket === this.socket && this.lost();
  }

  private drop(): void {
    const socket = this.socket;
    this.socket = null;
    if (socket) {
      socket.onclose = socket.onmessage = socket.onopen = null;
      socket.close();
    }
  }

  private lost(): void {
    this.drop();
    this.greet();
    if (this.line === "closed" || this.bye) return;
    this.line = "lost";
    const wait = BACKOFF[Math.min(this.tries++, BACKOFF.length - 1)] ?? 0;
    const ms = wait * (0.75 + Math.random() / 2); // not all at once when a server is back
    this.retryAt = Date.now() + ms;
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.line === "lost" && this.connect(), ms);
  }

  /** We have what the server has: what was not answered is said again. */
  private ready(): void {
    if (this.line === "open") return;
    this.line = "open";
    this.trouble = "";
    this.tries = 0;
    this.pending.forEach((command) => this.send(command));
  }

  // --- What the server says ---

  hear(message: FromServer): void {
    switch (message.t) {
      case "snapshot":
        // After a gap in which nothing happened only the clocks are new: what was told stays told.
        if (message.v !== this.v || message.seat !== this.seat) {
          this.v = this.changed = message.v;
          this.seat = message.seat;
          this.room = message.room;
          this.view = message.view;
          this.aids = message.aids ?? {};
          this.legal = message.legal;
          this.history = message.history;
          this.last = this.after = null;
          this.advice = null;
        }
        this.times(message.left, message.go);
        return this.ready();
      case "event":
        return this.happened(message);
      case "ack":
        this.answered(message.id);
        return;
      case "refused":
        return this.refused(message);
      case "hint":
        this.answered(message.id);
        if (message.v >= this.changed) this.advice = message;
        return;
      case "presence":
        this.presence = message;
        this.greet(); // it comes last
        this.delay = this.seat === null ? null : (message.delays[this.seat] ?? null);
        return this.ready(); // after a short gap there may be no event
      case "emote":
        this.said = [...this.said.slice(-7), { ...message, at: Date.now() }];
        return;
      case "warning":
        if (message.seat !== this.seat) return;
        this.deadline = Date.now() + message.left;
        this.hurry = message;
        return;
      case "ping":
        this.send({ t: "pong", n: message.n });
        if (message.v > this.v && this.v > 0) this.lost(); // something went missing
        return;
      case "bye":
        this.trouble = message.code;
        this.greet();
        if (!message.retry) {
          this.bye = message.code;
          this.leaving = false;
          this.end();
        }
    }
  }

  private happened(event: Extract<FromServer, { t: "event" }>): void {
    if (event.v <= this.v) return;
    if (event.v > this.v + 1) return this.lost();
    this.v = event.v;
    this.last = event.what;
    this.after = event.view ?? null;
    if (event.what.kind === "moved" || event.what.kind === "started") {
      this.changed = event.v;
      this.advice = null;
    }
    if (event.what.kind === "moved") this.history = [...this.history, event.what];
    if (event.room) this.room = event.room;
    if (event.view) {
      this.view = event.view;
      this.aids = event.aids ?? {};
      this.legal = event.legal ?? [];
      this.times(event.left ?? null, event.go ?? null);
    }
    this.ready();
  }

  private refused(message: Extract<FromServer, { t: "refused" }>): void {
    const command = this.answered(message.id);
    if (message.code === "stale" || message.code === "malformed") return;
    if (message.code === "started" && command?.t === "start") return; // somebody was quicker
    const action = command?.t === "play" ? command.action : "";
    this.no = {
      id: message.id,
      action,
      text: reasonOf(this.room?.game ?? "", message),
      late: message.late,
      at: Date.now(),
    };
  }

  private times(left: number | null, go: number | null): void {
    this.deadline = left === null ? null : Date.now() + left;
    this.hurry = null;
    this.goAt = go ? Date.now() + go : null;
  }
}

/** A refusal in the player's language: the game's reason, or what its code says. */
function reasonOf(game: string, message: Refused): string {
  if (message.why) return tx(`${game}.why.${message.why}`, message.facts);
  if (message.late) return tx("no.late", { ms: message.late });
  return inWords(message.code);
}
