/** A lesson being taken: what is wanted now, what was done, and the way back. */

import { Problem, type Frame } from "../lib/api";
import { study, type Move, type Plan, type Step } from "./data";

/** Why an action was not taken: allowed, but the lesson wants another; or what the server says. */
export type Not =
  | { kind: "read"; action: string }
  | { kind: "other"; action: string }
  | { kind: "no"; action: string; problem: Problem };

interface Mark {
  moves: Move[];
  frame: Frame;
}

const LEARNER = 0;
const PACE = 850; // milliseconds between the moves of others: each is seen

export const matches = (action: string, wanted: string): boolean =>
  wanted.endsWith("*") ? action.startsWith(wanted.slice(0, -1)) : action === wanted;

export class Run {
  step = $state(0);
  done = $state(0); // of what the step asks for
  frame = $state.raw<Frame | null>(null);
  busy = $state(false);
  not = $state.raw<Not | null>(null);
  problem = $state(""); // why it can't go on
  told = $state.raw<Frame[]>([]); // what the others did just now

  private moves: Move[] = [];
  private marks: Mark[] = []; // where each step began
  private turn = 0; // what is under way ends when another thing begins
  private hurry: (() => void) | null = null;

  constructor(
    readonly plan: Plan,
    private readonly ask: typeof study = study,
    private readonly pause = (ms: number, hurry: (go: () => void) => void) =>
      new Promise<void>((go) => {
        const timer = setTimeout(go, ms);
        hurry(() => {
          clearTimeout(timer);
          go();
        });
      }),
  ) {}

  private get now(): Step {
    return this.plan.steps[this.step] ?? {};
  }
  get last(): boolean {
    return this.step === this.plan.steps.length - 1;
  }

  /** What is wanted of the learner now, the best first; nothing: read, and go on. */
  get wanted(): string[] {
    const wanted = this.now.do?.[this.done] ?? [];
    const legal = this.frame?.legal ?? [];
    const found = wanted.flatMap((want) => legal.filter((one) => matches(one, want)));
    return found.filter((one, i) => found.indexOf(one) === i);
  }

  async start(): Promise<void> {
    await this.alone(async () => {
      this.moves = [];
      this.marks = [];
      this.step = this.done = 0;
      this.told = [];
      const [frame] = await this.ask(this.plan, [], LEARNER, 0);
      this.frame = frame!;
      this.mark();
    });
  }

  async act(action: string): Promise<void> {
    if (this.busy || !this.frame) return;
    this.not = null;
    if (this.wanted.includes(action)) return this.take([[LEARNER, action]]);
    if (!this.frame.legal.includes(action)) return this.reason(action);
    this.not = { kind: this.wanted.length ? "other" : "read", action };
  }

  /** Read: go on. Or: do it for me. */
  async next(): Promise<void> {
    if (this.hurry) return this.hurry();
    if (this.busy || !this.frame) return;
    this.not = null;
    const [action] = this.wanted;
    return this.take(action === undefined ? [] : [[LEARNER, action]]);
  }

  back(): void {
    this.turn++;
    this.hurry = null;
    this.busy = false;
    this.not = null;
    const begun = this.done > 0; // then first to the beginning of this step
    const to = begun ? this.step : Math.max(0, this.step - 1);
    const mark = this.marks[to];
    if (!mark) return;
    this.marks = this.marks.slice(0, to + 1);
    this.moves = mark.moves;
    this.frame = mark.frame;
    this.told = [];
    this.step = to;
    this.done = 0;
  }

  private async take(own: Move[]): Promise<void> {
    await this.alone(async (mine) => {
      const ends = this.done + own.length >= (this.now.do?.length ?? 0);
      const others = ends ? (this.now.then ?? []) : [];
      const moves = [...this.moves, ...own, ...others];
      const frames =
        moves.length > this.moves.length
          ? await this.ask(this.plan, moves, LEARNER, this.moves.length + 1)
          : [];
      if (!mine()) return;
      this.told = [];
      for (const [i, frame] of frames.entries()) {
        const other = i >= own.length;
        if (other) await this.pause(PACE, (go) => (this.hurry = go));
        if (!mine()) return;
        this.frame = frame;
        if (other) this.told = [...this.told, frame];
      }
      this.hurry = null;
      this.moves = moves;
      this.done += own.length;
      if (!ends || this.last) return;
      this.step++;
      this.done = 0;
      this.mark();
    });
  }

  private mark(): void {
    this.marks[this.step] = { moves: this.moves, frame: this.frame! };
  }

  private async reason(action: string): Promise<void> {
    const moves: Move[] = [...this.moves, [LEARNER, action]];
    const { turn } = this;
    try {
      await this.ask(this.plan, moves, LEARNER, moves.length);
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      if (turn === this.turn) this.not = { kind: "no", action, problem }; // else it is past
    }
  }

  /** One thing at a time; it learns when it is no longer wanted. */
  private async alone(work: (mine: () => boolean) => Promise<void>): Promise<void> {
    const turn = ++this.turn;
    const mine = (): boolean => turn === this.turn;
    this.hurry = null;
    this.busy = true;
    this.not = null;
    this.problem = "";
    try {
      await work(mine);
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      if (mine()) this.problem = problem.code;
    } finally {
      if (mine()) this.busy = false;
    }
  }
}
