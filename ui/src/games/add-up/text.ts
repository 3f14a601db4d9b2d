/** Add Up as text. */

import { settings } from "../../lib/settings.svelte";
import { number, t } from "../../lib/words.svelte";
import { handOf, type InWords } from "../text";
import { cardName, isJoker, playOf, sumsInWords } from "./words";

const wins = (action: string, captures: unknown): boolean =>
  settings.showFits && ((captures as string[] | undefined) ?? []).includes(action);

export default {
  parts({ view, aids, seat }) {
    const sums = (aids["sums"] as number[] | undefined) ?? [];
    const deck = view["deck"] as number | string[];
    const row = (side: "top" | "bottom", sum: number | undefined, more: string[] = []) => ({
      title: t(`add-up.${side}`),
      lines: [
        ...(view[side] as string[]).map(cardName),
        ...(sum === undefined ? [] : [`${t("add-up.sum")}: ${number(sum)}`]),
        ...more,
      ],
    });
    const left = typeof deck === "number" ? deck : deck.length;
    return [
      row("top", sums[0]),
      row("bottom", sums[1], sums.length ? [sumsInWords(sums)] : []),
      ...handOf(view, seat, cardName, [t("add-up.deck", { n: left })]),
    ];
  },
  note: (action, { aids }) => (wins(action, aids["captures"]) ? t("add-up.wins") : ""),
  // A joker can be so much.
  numbers({ legal }) {
    const plays = legal.map(playOf).filter(({ card }) => isJoker(card));
    return [...new Set(plays.map(({ card }) => card))].map((card) => ({
      title: cardName(card),
      label: t("add-up.value"),
      values: plays.filter((one) => one.card === card && one.row === "top").map((one) => one.value),
      ways: ["top", "bottom"].map((row) => (value: number) => `play ${card}=${value} ${row}`),
    }));
  },
} satisfies InWords;
