/** Lessons and small boards are real games: dealt from a seed by the server, and played by its rules. */

import { post, type Frame } from "../lib/api";
import { nameOr } from "../lib/tables";
import addUp from "./add-up.json";
import boards from "./boards.json";
import burst from "./burst.json";
import push from "./push.json";
import seven from "./seven-ate-nine.json";
import triggs from "./triggs.json";

export type Move = [seat: number, action: string];

export interface Deal {
  game: string;
  players: number;
  seed: string;
  deck?: Record<string, number>; // of one's own
}

/** First the learner does these things in this order (one of several each), then the others. */
export interface Step {
  do?: string[][]; // an action, or the beginning of one: "bonus *"
  then?: Move[];
}

export interface Plan extends Deal {
  steps: Step[]; // step n is told in the words `lessons.<game>.<n>`
}

/** A position that shows a rule: `book.<rule>.<n>` are the words for the n-th stop. */
export interface Small extends Deal {
  rule: string;
  moves: Move[];
  eyes: number;
  stops: number[]; // after so many moves
  live?: boolean; // with the marks of what is possible
}

const plans = [seven, burst, triggs, addUp, push] as unknown as Plan[];

export const planOf = (game: string): Plan | undefined => plans.find((one) => one.game === game);

export function smallFor(game: string, rules: readonly string[]): Small[] {
  const all = boards as unknown as Small[];
  return all.filter((one) => one.game === game && rules.includes(one.rule));
}

/** The positions after `first` moves and on. */
export async function study(
  deal: Deal,
  moves: readonly Move[],
  eyes: number,
  first: number,
): Promise<Frame[]> {
  const { game, players, seed, deck = null } = deal;
  const asked = { game, players, seed, deck, moves, eyes, first };
  return (await post<{ frames: Frame[] }>("/api/study", asked)).frames;
}

/** Who sits at the table of a lesson: the texts call the others by these names. */
export const names = (players: number): string[] => [nameOr(""), "Emmy", "Carl"].slice(0, players);

const CARDS: Record<string, RegExp> = {
  "seven-ate-nine": /^(10|[1-9]):[123]$/,
  burst: /^-?\d+[rdts]?$/,
  triggs: /^(1[0-2]|[1-9])$/,
  "add-up": /^([1-9]|[WY](=\d+)?)$/,
  push: /^([RBGYP][1-6]|dice|switch)$/,
};

/** Is this the notation of a card of the game? Then it is drawn. */
export const isCard = (game: string, code: string): boolean => CARDS[game]?.test(code) ?? false;
