/** Triggs in words. */

import type { View } from "../../lib/session.svelte";
import { told } from "../../lib/telling";
import { t } from "../../lib/words.svelte";
import type { What } from "../../protocol";
import { cardsOf, type PileName } from "./plan";

export const cardName = (face: string): string => face;

/** "4+7" → "4 + 7", with spaces that do not break. */
export const wayName = (way: string): string => cardsOf(way).join("\u00a0+\u00a0");

const sum = (way: string): number => cardsOf(way).reduce((n, card) => n + Number(card), 0);

export function actionName(action: string): string {
  const [word = "", what = "", times = ""] = action.split(" ");
  switch (word) {
    case "draw":
      return t(`triggs.do.draw.${what as PileName}`);
    case "discard":
      if (times) return t("triggs.do.discard.some", { card: what, n: Number(times.slice(1)) });
      return t("triggs.do.discard", { card: what });
    case "cross":
      return t("triggs.cross.choose", { row: what });
    case "use":
      return t("triggs.do.use", { cards: wayName(what) });
    case "bonus":
      return t("triggs.do.bonus", { row: what });
    default:
      return t(word === "skip" ? "triggs.do.skip" : "triggs.do.done");
  }
}

export function tell(what: What, names: string[], after: View | null): string[] {
  const name = names[what.seat ?? 0] ?? "";
  const action = what.action ?? "";
  const lines = [moveOf(name, action)];
  const row = rowOf(action);
  if (row && after?.["phase"] === "bonus") lines.push(t("triggs.told.full", { row }));
  for (const event of what.events ?? []) lines.push(...eventOf(event, action, names));
  return lines;
}

function moveOf(name: string, action: string): string {
  const [word = "", what = "", times = ""] = action.split(" ");
  switch (word) {
    case "draw":
      return told(`triggs.told.draw.${what as PileName}`, { name });
    case "discard":
      if (times)
        return told("triggs.told.discard.some", { name, card: what, n: Number(times.slice(1)) });
      return told("triggs.told.discard", { name, card: what });
    case "cross":
      return told("triggs.told.cross", { name, value: what });
    case "use":
      return told("triggs.told.use", { name, row: sum(what), cards: wayName(what) });
    case "bonus":
      return told("triggs.told.bonus", { name, row: what });
    default:
      return told(word === "skip" ? "triggs.told.skip" : "triggs.told.done", { name });
  }
}

/** The row in which an action makes a cross. Only for words and pictures: when a turn has ended no
 *  view tells it any more, and that a row was filled shows in the extra cross that is asked for. */
export function rowOf(action: string): number | null {
  const [word, what = ""] = action.split(" ");
  if (word === "use") return sum(what);
  return word === "bonus" ? Number(what) : null;
}

type Event = Record<string, unknown>;

function eventOf(event: Event, action: string, names: string[]): string[] {
  const { type, player, cards, value } = event as {
    type: string;
    player: number;
    cards: number | string[];
    value: number;
  };
  if (type === "void") return [t("triggs.told.void", { value })];
  if (type === "refilled") return [t("triggs.told.refilled")];
  if (type === "boxed") return [t("triggs.told.boxed", { cards: (cards as string[]).join(", ") })];
  // That somebody drew a card is said by the move itself; a new hand is not.
  if (type === "drew" && !action.startsWith("draw"))
    return [told("triggs.told.five", { name: names[player] ?? "", n: cards as number })];
  return [];
}
