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
  /** An action in words, where those of the game do not say enough here. */
  action?: (action: string, table: BoardProps) => string;
  /** What is asked of who is to act: "One more card: from which pile?" */
  ask?: (table: BoardProps) => string;
  /** Actions that differ by a number only: they get a field, not a button each. */
  numbers?: (table: BoardProps) => Numbers[];
}

export interface Numbers {
  title: string;
  label: string; // of the field
  values: number[]; // in order
  ways: ((value: number) => string)[]; // an action for each thing that can be done with it
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
