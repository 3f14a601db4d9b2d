/** What a game brings to the table: its board, the face of its cards, and its words. */

import type { Component } from "svelte";
import type { What } from "../protocol";
import type { Advice, Aids, No, View } from "../lib/session.svelte";
import type { InWords } from "./text";
import type { Key } from "../lib/words.svelte";
import type { CardProps } from "../parts/Card.svelte";

export interface BoardProps {
  view: View;
  legal: string[]; // the actions that may be taken now: none while waiting
  seat: number | null; // whose eyes: null for who watches
  aids: Aids;
  names: string[];
  act: (action: string) => void; // also what is not legal: the server says why not
  mine: boolean; // may this person act at this table at all?
  waiting: boolean; // an action is on its way
  last: What | null; // what happened last
  advice: Advice | null;
  big: boolean; // on a screen for all: no hand
  history?: What[] | undefined; // the moves so far
  game?: GameUI | undefined; // for a board that is any game's
  no?: No | null | undefined; // what the server refused last
  goAt?: number | null | undefined; // without turns: when the game begins, by this clock
}

export interface SeatFacts {
  cards?: number; // in hand
  score: number;
  unit?: string; // what that number is if it is no score: "cards left"
  last?: boolean; // about to finish: one card is left
}

/** The facts of a seat in a game of hands and scores. */
export function handAndScore(view: View, seat: number): SeatFacts {
  const hand = (view["hands"] as (string[] | number)[])[seat] ?? 0;
  return {
    cards: typeof hand === "number" ? hand : hand.length,
    score: (view["scores"] as number[])[seat] ?? 0,
  };
}

export interface GameUI {
  Board: Component<BoardProps>;
  Face: Component<CardProps>;
  seat: (view: View, seat: number) => SeatFacts;
  /** A card in words: "7, plus or minus 2". */
  card: (face: string) => string;
  /** What a card does, for who holds it. */
  explain?: (face: string) => string;
  /** An action in words, for buttons and hints: "Play 7". */
  action: (action: string) => string;
  /** The table as text, for who wants it so. */
  text: () => Promise<{ default: InWords }>;
  /** A move in words for the log and for who can't see: one sentence for each thing to tell. The
   *  view and the aids are those after it; `before` are the aids that it was done with. */
  tell: (what: What, names: string[], after: View | null, aids: Aids, before?: Aids) => string[];
  /** Is this more than a card that moves? If not said: whenever something is told of it. */
  special?: (what: What) => boolean;
  /** Letters that do something on its board, and what. */
  keys?: Record<string, Key>;
  /** Has everybody cards in hand? Then arrows and digits go through them. */
  hand: boolean;
  /** Other keys on its board. */
  arrows?: Record<string, Key>;
}

export const GAMES = ["seven-ate-nine", "burst", "triggs", "add-up", "push"] as const;
export type Slug = (typeof GAMES)[number];

/** How many play if nobody says so. */
export const PLAYERS: Record<Slug, number> = {
  "seven-ate-nine": 3,
  burst: 4,
  triggs: 3,
  "add-up": 3,
  push: 4,
};

const load: Record<Slug, () => Promise<{ default: GameUI }>> = {
  "seven-ate-nine": () => import("./seven-ate-nine"),
  burst: () => import("./burst"),
  triggs: () => import("./triggs"),
  "add-up": () => import("./add-up"),
  push: () => import("./push"),
};

const loaded: Record<string, GameUI> = {};

export async function loadGame(slug: string): Promise<GameUI> {
  return (loaded[slug] ??= (await load[slug as Slug]()).default);
}

/** A game that is there already: then a table is drawn once, not twice. */
export function gameAtHand(slug: string): GameUI | null {
  return loaded[slug] ?? null;
}
