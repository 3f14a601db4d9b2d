/** 7 Ate 9 in words. */

import { told } from "../../lib/telling";
import { t } from "../../lib/words.svelte";
import type { What } from "../../protocol";

/** A card is "5:3": its value, and what may be added or taken away. */
export function partsOf(face: string): { value: number; step: number } {
  const [value = 0, step = 0] = face.split(":").map(Number);
  return { value, step };
}

/** By value, then by the ± number. */
export function sorted(hand: readonly string[]): string[] {
  return [...hand].sort((a, b) => {
    const [one, other] = [partsOf(a), partsOf(b)];
    return one.value - other.value || one.step - other.step;
  });
}

export function cardName(face: string): string {
  return face === "" ? t("seven-ate-nine.back") : t("seven-ate-nine.card", partsOf(face));
}

/** As it is written on the card: "5 ±3". */
export function cardSign(face: string): string {
  const { value, step } = partsOf(face);
  return `${value} ±${step}`;
}

export function actionName(action: string): string {
  const [verb, face = ""] = action.split(" ");
  if (verb === "draw") return t("seven-ate-nine.draw");
  if (verb === "finish") return t("seven-ate-nine.finish");
  return t("seven-ate-nine.play", { card: cardSign(face) });
}

/** Short, for there is no time: nobody is told of each card that is drawn. */
export function tell(what: What, names: string[]): string[] {
  const name = names[what.seat ?? 0] ?? "";
  const [verb, face = ""] = (what.action ?? "").split(" ");
  const lines: string[] = [];
  if (verb === "play") lines.push(told("seven-ate-nine.did.play", { name, card: cardName(face) }));
  if (verb === "finish") lines.push(told("seven-ate-nine.did.finish", { name }));
  const stuck = what.events?.findLast((event) => event["type"] === "stuck");
  if (stuck) lines.push(t("seven-ate-nine.stuck", { card: cardSign(String(stuck["top"])) }));
  return lines;
}
