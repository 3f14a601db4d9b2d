/** Add Up as text. */

import { settings } from "../../lib/settings.svelte";
import { number, t } from "../../lib/words.svelte";
import { handOf, type InWords } from "../text";
import { cardName, isJoker, playOf } from "./words";

const wins = (action: string, captures: unknown): boolean =>
  settings.showFits && ((captures as string[] | undefined) ?? []).includes(action);

export default {
  parts({ view, aids, seat }) {
    const sums = (aids["sums"] as number[] | undefined) ?? [];
    const deck = view["deck"] as number | string[];
    const row = (side: "top" | "bottom", sum: number | undefined) => ({
      title: t(`add-up.${side}`),
      lines: [
        ...(view[side] as string[]).map(cardName),
        ...(sum === undefined ? [] : [`${t("add-up.sum")}: ${number(sum)}`]),
      ],
    });
    const left = typeof deck === "number" ? deck : deck.length;
    return [
      row("top", sums[0]),
      row("bottom", sums[1]),
      ...handOf(view, seat, cardName, [t("add-up.deck", { n: left })]),
    ];
  },
  note: (action, { aids }) => (wins(action, aids["captures"]) ? t("add-up.wins") : ""),
  // A joker can be so much: only what wins stands with the other cards.
  group(action, { aids }) {
    const { card } = playOf(action);
    return isJoker(card) && !wins(action, aids["captures"]) ? cardName(card) : "";
  },
} satisfies InWords;
