/** Push's cards as they are written: `R5` is a red 5, besides `dice` and `switch`. */

import type { Aids } from "../../lib/session.svelte";
import type { What } from "../../protocol";
import type { ShapeName } from "../../parts/Shape.svelte";

export const COLOURS = ["yellow", "red", "blue", "green", "purple"] as const;
export type Colour = (typeof COLOURS)[number];

export const SHAPE: Record<Colour | "star", ShapeName> = {
  yellow: "circle",
  red: "triangle",
  blue: "square",
  green: "diamond",
  purple: "pentagon",
  star: "star",
};

export const colourOf = (face: string): Colour | null =>
  COLOURS.find((colour) => face.length === 2 && colour[0] === face[0]!.toLowerCase()) ?? null;

export const numberOf = (face: string): number => (colourOf(face) ? Number(face.slice(1)) : 0);

/** The points of cards that are on no table any more: those that a die cost. */
export const pointsOf = (cards: readonly string[]): number =>
  cards.reduce((total, face) => total + numberOf(face), 0);

/** What the cards of a player are worth, as the server tells it. */
export interface Worth {
  open: Partial<Record<Colour, number>>;
  protected: Partial<Record<Colour, number>>;
  safe: number; // all that is protected
}
export function worthOf(aids: Aids, seat: number): Worth {
  const {
    open,
    protected: guarded,
    safe,
  } = aids as unknown as Partial<Record<keyof Worth, never[]>>;
  return { open: open?.[seat] ?? {}, protected: guarded?.[seat] ?? {}, safe: safe?.[seat] ?? 0 };
}

/** Do the others take to the right, by direction cards? */
export const toTheRight = (aids: Aids): boolean => aids["direction"] === -1;

export interface Pile {
  colour: Colour;
  cards: string[]; // the lowest first
  sum: number;
}

/** Cards by colour, always in the same order: colours that are not there are left out. */
export function piles(cards: readonly string[], worth: Worth["open"]): Pile[] {
  return COLOURS.map((colour) => ({
    colour,
    cards: cards.filter((face) => colourOf(face) === colour).sort(),
    sum: worth[colour] ?? 0,
  })).filter((pile) => pile.cards.length > 0);
}

export interface Roll {
  type: "roll";
  player: number;
  face: Colour | "star";
  lost: string[];
}
export interface Busted {
  type: "busted";
  player: number;
  card: string;
}

type PushEvent = Roll | Busted;
const eventsOf = (what: What | null): PushEvent[] => (what?.events ?? []) as unknown as PushEvent[];
export const rollOf = (what: What | null): Roll | null =>
  eventsOf(what).find((event) => event.type === "roll") ?? null;
export const bustOf = (what: What | null): Busted | null =>
  eventsOf(what).find((event) => event.type === "busted") ?? null;

/** The card that was turned up last, as long as nothing else happened: a direction card and one
 *  that fitted nowhere are gone from the view at once, but everybody saw them. No event tells of a
 *  direction card: it is what neither lies there nor fitted nowhere. */
export function turnedUp(drawn: string | null, what: What | null): string | null {
  if (drawn !== null) return drawn;
  if (what?.kind !== "moved" || what.action !== "flip") return null;
  return bustOf(what)?.card ?? "switch";
}
