/** What the server's lists say, put in order for the eye: no rule is decided here. */

export const PILES = ["left", "middle", "right"] as const;
export type PileName = (typeof PILES)[number];

export interface Pile {
  top: string | null; // of an open pile
  count: number;
}

/** A pile as it is seen (a number, or its top card), or open from top to bottom after the game. */
export function pileOf(found: unknown): Pile {
  if (typeof found === "number") return { top: null, count: found };
  if (Array.isArray(found)) return { top: (found[0] as string) ?? null, count: found.length };
  const { top, under } = found as { top: string | null; under: number };
  return { top, count: under + (top === null ? 0 : 1) };
}

/** What lies on the table, with types. */
export function tableOf(view: Record<string, unknown>) {
  return {
    hands: view["hands"] as (string[] | number)[],
    crossed: view["crossed"] as number[][],
    known: (view["known"] ?? []) as string[][],
    voids: view["void"] as number[],
    value: view["value"] as number | null, // announced
    made: view["made"] as number,
    discards: (view["discard"] as string[]).length,
    boxed: (view["box"] as string[]).length,
    piles: {
      left: pileOf(view["left"]),
      middle: pileOf(view["middle"]),
      right: pileOf(view["right"]),
    },
  };
}

/** A hand as it is held; a hidden one has no cards to show. */
export function sorted(cards: string[] | number | undefined): string[] {
  return Array.isArray(cards) ? [...cards].sort((a, b) => Number(a) - Number(b)) : [];
}

export const cardsOf = (way: string): string[] => way.split("+");

/** "cross 11" → 11; null if it is another kind of action. */
export function numberOf(action: string, word: string): number | null {
  return action.startsWith(`${word} `) ? parseInt(action.slice(word.length + 1)) : null;
}

/** The rows that such actions name. */
export function rowsOf(legal: string[], word: string): Set<number> {
  return new Set(legal.map((one) => numberOf(one, word)).filter((row) => row !== null));
}

/** The ways to make the announced value, without the word: ["11", "4+7"]. */
export function usesOf(legal: string[]): string[] {
  return legal.filter((one) => one.startsWith("use ")).map((one) => one.slice(4));
}

/** The piles that may be drawn from. */
export function drawsOf(legal: string[]): Set<string> {
  return new Set(legal.filter((one) => one.startsWith("draw ")).map((one) => one.slice(5)));
}

/** How to throw cards of a value away: all of them, or as many as one likes. */
export function discardsOf(legal: string[], card: string): string[] {
  return legal.filter((one) => one === `discard ${card}` || one.startsWith(`discard ${card} x`));
}

/** The rows that may be crossed with the help of a card, its own first. */
export function helped(card: string, legal: string[], ways: Record<string, string[]>): number[] {
  const rows = [...rowsOf(legal, "cross")].filter((row) =>
    ways[row]?.some((way) => cardsOf(way).includes(card)),
  );
  return rows.sort((a, b) => Number(b === +card) - Number(a === +card) || a - b);
}

/** The cards that a move lays on the discard pile, as far as its words tell. */
export function laidBy(action: string): string[] {
  if (action.startsWith("use ")) return cardsOf(action.slice(4));
  const card = numberOf(action, "discard");
  return card === null ? [] : [String(card)];
}

export const count = (hand: string[], card: string): number =>
  hand.filter((one) => one === card).length;
