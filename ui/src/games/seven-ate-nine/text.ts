/** 7 Ate 9 as text. */

import { settings } from "../../lib/settings.svelte";
import { t } from "../../lib/words.svelte";
import { handOf, type InWords } from "../text";
import { cardName, sorted } from "./words";

export default {
  parts({ view, aids, seat }) {
    const fits = settings.showFits ? ((aids["fits"] as number[] | undefined) ?? []) : [];
    const top = (view["pile"] as string[]).at(-1);
    const deck = (view["decks"] as (number | string[])[])[seat ?? -1] ?? 0;
    const left = typeof deck === "number" ? deck : deck.length;
    const told = fits.length
      ? [t("seven-ate-nine.fits", { low: fits[0] ?? 0, high: fits[1] ?? 0 })]
      : [];
    return [
      { title: t("seven-ate-nine.pile"), lines: [top ? cardName(top) : t("text.none"), ...told] },
      ...handOf(view, seat, cardName, [t("seven-ate-nine.deck", { n: left })], sorted),
    ];
  },
} satisfies InWords;
