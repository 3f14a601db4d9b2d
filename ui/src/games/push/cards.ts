/** Push's cards as they are written: `R5` is a red 5, besides `dice` and `switch`. */

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

export const sum = (cards: readonly string[]): number =>
  cards.reduce((total, face) => total + numberOf(face), 0);

export interface Pile {
  colour: Colour;
  cards: string[]; // the lowest first
  sum: number;
}

/** Cards by colour, always in the same order: colours that are not there are left out. */
export function piles(cards: readonly string[]): Pile[] {
  return COLOURS.map((colour) => cards.filter((face) => colourOf(face) === colour).sort())
    .map((found, i) => ({ colour: COLOURS[i]!, cards: found, sum: sum(found) }))
    .filter((pile) => pile.cards.length > 0);
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
 *  that fitted nowhere are gone from the view at once, but everybody saw them. */
export function turnedUp(drawn: string | null, what: What | null): string | null {
  if (drawn !== null) return drawn;
  if (what?.kind !== "moved" || what.action !== "flip") return null;
  return bustOf(what)?.card ?? "switch";
}
