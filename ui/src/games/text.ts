/** What a game brings for who wants its table as text. */

import type { View } from "../lib/session.svelte";
import { t } from "../lib/words.svelte";
import type { BoardProps } from "./board";

/** A part of the table: a heading, and what is there, line by line. */
export interface Part {
  title: string;
  lines: string[];
}

export interface InWords {
  parts: (table: BoardProps) => Part[];
  /** What is said after an action: "makes 12". */
  note?: (action: string, table: BoardProps) => string;
  /** The heading under which an action stands with others like it; "" if it stands alone. */
  group?: (action: string, table: BoardProps) => string;
}

/** The hand of who looks, if somebody sits there. */
export function handOf(
  view: View,
  seat: number | null,
  name: (face: string) => string,
  more: string[] = [],
  order: (hand: string[]) => string[] = (hand) => hand,
): Part[] {
  const hand = seat === null ? null : (view["hands"] as (string[] | number)[])[seat];
  if (!Array.isArray(hand)) return [];
  const cards = hand.length ? order(hand).map(name) : [t("text.none")];
  return [{ title: t("table.hand"), lines: [...cards, ...more] }];
}
