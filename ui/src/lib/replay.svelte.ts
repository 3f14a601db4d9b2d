/** A game that is over, seen again: its positions, a player for them, and what the bots think. */

import type { Room } from "../protocol";
import { get, Problem, type Frame, type Frames, type Reviewed } from "./api";

export const OPEN = -1; // eyes that see every card
export const SPEEDS = [0.5, 1, 2, 4];
const BEAT = 1100; // milliseconds that a move is shown at normal speed

/** The positions of a game, from anybody's eyes. */
export class Recording {
  room = $state.raw<Room | null>(null);
  frames = $state.raw<Frame[]>([]);
  of = $state(0); // positions there are; not all of them may be here yet
  eyes = $state<number>(OPEN); // whose frames these are
  problem = $state(""); // a code

  private readonly kept: Partial<Record<number, Frame[]>> = {}; // by eyes
  private asked = 0;

  constructor(readonly table: string) {}

  /** See it with other eyes. What is shown stays until there is as much of the new. */
  async look(eyes: number, at = 0): Promise<void> {
    const asked = ++this.asked;
    const found = (this.kept[eyes] ??= []);
    const show = (): void => {
      this.frames = [...found];
      this.eyes = eyes;
    };
    if (found.length > Math.min(at, this.of - 1) && this.of) show();
    try {
      while (!this.of || found.length < this.of) {
        const page = await this.page(eyes, found.length);
        if (asked !== this.asked) return;
        found.push(...page.frames);
        this.room = page.room;
        this.of = page.of;
        if (found.length > at || found.length >= this.of) show();
        if (!page.frames.length) return;
      }
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      if (asked === this.asked) this.problem = problem.code;
    }
  }

  private page(eyes: number, first: number): Promise<Frames> {
    const table = encodeURIComponent(this.table);
    return get<Frames>(`/api/tables/${table}/frames?eyes=${eyes}&first=${first}`);
  }
}

/** Which position is seen, by hand or by itself. */
export class Player {
  at = $state(0);
  count = $state(1);
  playing = $state(false);
  speed = $state(1);

  private timer: ReturnType<typeof setTimeout> | undefined;

  get last(): number {
    return Math.max(0, this.count - 1);
  }

  seek(to: number): void {
    this.at = Math.max(0, Math.min(this.last, to));
  }

  /** Go somewhere by hand: it stays there. */
  stand(at: number): void {
    this.pause();
    this.seek(at);
  }

  toggle(): void {
    if (this.playing) return this.pause();
    if (this.at >= this.last) this.seek(0);
    this.playing = true;
    this.wait();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  /** The next speed, after the last one the first. */
  faster(): void {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length]!;
    if (this.playing) this.wait();
  }

  private wait(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.seek(this.at + 1);
      if (this.at >= this.last) this.pause();
      else this.wait();
    }, BEAT / this.speed);
  }
}

const AGAIN = 1000; // milliseconds between two questions
const LATER = 5000; // if the server is busy

/** What the bots think of a game; they look at it while one waits. */
export class Judging {
  found = $state.raw<Reviewed | null>(null);
  failed = $state(false);

  private timer: ReturnType<typeof setTimeout> | undefined;
  private stopped = false;

  constructor(readonly table: string) {}

  get done(): boolean {
    return this.found !== null && this.found.done >= this.found.of;
  }

  async ask(): Promise<void> {
    let wait = AGAIN;
    try {
      const found = await get<Reviewed>(`/api/tables/${encodeURIComponent(this.table)}/review`);
      if (this.stopped) return;
      this.found = found;
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      this.failed = !["busy", "offline", "too fast"].includes(problem.code);
      wait = LATER;
    }
    if (!this.done && !this.failed && !this.stopped)
      this.timer = setTimeout(() => void this.ask(), wait);
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }
}
