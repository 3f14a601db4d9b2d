/** Add Up in words. */

import type { Aids, View } from "../../lib/session.svelte";
import { told } from "../../lib/telling";
import { t } from "../../lib/words.svelte";
import type { What } from "../../protocol";

export const isJoker = (face: string): boolean => face.startsWith("W") || face.startsWith("Y");

/** The value that a joker was given; of a number card its number; null if it is still open. */
export function valueOf(face: string): number | null {
  const text = isJoker(face) ? face.slice(2) : face;
  return text === "" ? null : Number(text);
}

/** An action in its parts: the card as it is held, its value, and the row. */
export function playOf(action: string): { card: string; value: number; row: string } {
  const [, face = "", row = ""] = action.split(" ");
  return { card: isJoker(face) ? face.slice(0, 1) : face, value: valueOf(face) ?? 0, row };
}

export interface Captured {
  player: number;
  cards: number;
}
export function captureOf(what: What | null): Captured | null {
  const found = what?.events?.find((event) => event["type"] === "captured");
  return (found as unknown as Captured | undefined) ?? null;
}

export function cardName(face: string): string {
  if (!isJoker(face)) return face;
  const value = valueOf(face);
  const white = face.startsWith("W");
  if (value === null) return t(white ? "add-up.white" : "add-up.yellow");
  return t(white ? "add-up.white.as" : "add-up.yellow.as", { value });
}

export function actionName(action: string): string {
  const [, face = "", row = ""] = action.split(" ");
  return t(row === "top" ? "add-up.play.top" : "add-up.play.bottom", { card: cardName(face) });
}

/** How the rows stand, by the sums that the table tells. */
export function sumsInWords(sums: unknown): string {
  const [top = 0, bottom = 0] = sums as number[];
  return t("add-up.sums", { top, bottom, n: Math.abs(top - bottom) });
}

export function tell(what: What, names: string[], _: View | null, aids: Aids = {}): string[] {
  const name = names[what.seat ?? 0] ?? "";
  const lines = [told("add-up.did", { name, action: actionName(what.action ?? "") })];
  const won = captureOf(what);
  if (won) lines.push(told("add-up.captured", { name: names[won.player] ?? "", n: won.cards }));
  if (aids["sums"]) lines.push(sumsInWords(aids["sums"]));
  return lines;
}
