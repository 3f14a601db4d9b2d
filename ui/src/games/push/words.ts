/** Push in words. */

import type { Aids, View } from "../../lib/session.svelte";
import { told } from "../../lib/telling";
import { t, tx } from "../../lib/words.svelte";
import type { What } from "../../protocol";
import { bustOf, colourOf, numberOf, pointsOf, rollOf, toTheRight, turnedUp } from "./cards";

export function cardName(face: string): string {
  const colour = colourOf(face);
  if (colour) return tx(`push.card.${colour}`, { number: numberOf(face) });
  return face === "dice" ? t("push.card.dice") : face === "switch" ? t("push.card.switch") : face;
}

export const colourName = (colour: string): string => tx(`push.colour.${colour}`);

export function actionName(action: string): string {
  const [word = "", what = ""] = action.split(" ");
  if (word === "flip") return t("push.do.flip");
  if (word === "protect") return t("push.do.protect", { colour: colourName(what) });
  return t(word === "place" ? "push.do.place" : "push.do.take", { column: Number(what) });
}

export function tell(
  what: What,
  names: string[],
  after: View | null,
  aids: Aids = {},
  before: Aids = {},
): string[] {
  const seat = what.seat ?? 0;
  const lines = [moved(what, names[seat] ?? "", after, aids)];
  const taken = /^take (\d)/.exec(what.action ?? "")?.[1];
  const worth = taken && (before["worth"] as number[] | undefined)?.[Number(taken) - 1];
  if (typeof worth === "number") lines.push(t("push.told.worth", { n: worth }));
  const bust = bustOf(what);
  const roll = rollOf(what);
  if (bust) lines.push(told("push.told.busted", { name: names[bust.player] ?? "" }));
  if (roll) {
    const facts = { name: names[roll.player] ?? "", face: colourName(roll.face) };
    const lost = { ...facts, n: roll.lost.length, points: pointsOf(roll.lost) };
    lines.push(roll.lost.length ? told("push.told.lost", lost) : told("push.told.safe", facts));
  }
  const scores = after?.["scores"] as number[] | undefined;
  if (taken && scores) lines.push(t("push.told.score", { n: scores[seat] ?? 0 }));
  return lines;
}

function moved(what: What, name: string, after: View | null, aids: Aids): string {
  const [word = "", where = ""] = (what.action ?? "").split(" ");
  if (word === "place") return told("push.told.place", { name, column: Number(where) });
  if (word === "take") return told("push.told.take", { name, column: Number(where) });
  if (word === "protect") return told("push.told.protect", { name, colour: colourName(where) });
  const bust = bustOf(what);
  // Without the view that followed nobody can tell which card it was.
  if (!after && !bust) return told("push.told.flip.some", { name });
  const card = turnedUp((after?.["drawn"] as string | null | undefined) ?? null, what) ?? "";
  if (card !== "switch") return told("push.told.flip", { name, card: cardName(card) });
  return told(toTheRight(aids) ? "push.told.right" : "push.told.left", { name });
}
