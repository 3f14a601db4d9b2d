/** Push as text. */

import { settings } from "../../lib/settings.svelte";
import { list, percent, t } from "../../lib/words.svelte";
import type { InWords } from "../text";
import { piles, turnedUp, worthOf, type Worth } from "./cards";
import { cardName, colourName } from "./words";

const inPiles = (cards: string[], worth: Worth["open"]): string[] =>
  piles(cards, worth).map(({ colour, cards, sum }) =>
    t("push.pile", { colour: colourName(colour), cards: cards.map(cardName).join(", "), sum }),
  );

export default {
  parts({ view, aids, seat, names, last }) {
    const worth = (aids["worth"] as number[] | undefined) ?? [];
    const odds = aids["odds"] as number | null | undefined;
    const deck = view["deck"] as number | string[];
    const card = turnedUp(view["drawn"] as string | null, last);
    const takers = (view["takers"] as number[]).map((one) => names[one] ?? "");
    const open = view["open"] as string[][];
    const safe = view["protected"] as string[][];

    function owned(of: number): string[] {
      const has = worthOf(aids, of);
      const shielded = inPiles(safe[of] ?? [], has.protected);
      const guarded = shielded.map((pile) => `${t("push.protected")}: ${pile}`);
      const found = [...inPiles(open[of] ?? [], has.open), ...guarded];
      return found.length ? found : [t("push.no_cards")];
    }
    const seats = names.map((_, i) => i).filter((i) => i !== seat);
    return [
      {
        title: t("push.deck", { n: typeof deck === "number" ? deck : deck.length }),
        lines: [
          ...(card === null ? [] : [t("text.drawn", { card: cardName(card) })]),
          ...(settings.showOdds && typeof odds === "number"
            ? [t("push.odds", { percent: percent(odds) })]
            : []),
          ...((view["switches"] as number) % 2 ? [t("push.right.said")] : []),
          ...(takers.length ? [t("push.takers", { names: list(takers) })] : []),
        ],
      },
      ...(view["columns"] as string[][]).map((cards, i) => ({
        title: t("push.column", { column: i + 1 }),
        lines: cards.length
          ? [...cards.map(cardName), t("push.worth", { n: worth[i] ?? 0 })]
          : [t("push.empty")],
      })),
      ...(seat === null ? [] : [{ title: t("push.cards_mine"), lines: owned(seat) }]),
      ...seats.map((i) => ({ title: names[i] ?? "", lines: owned(i) })),
    ];
  },
  note(action, { view, aids }) {
    const [word, column = ""] = action.split(" ");
    if (word === "place") return cardName((view["drawn"] as string | null) ?? "");
    const worth = (aids["worth"] as number[] | undefined)?.[Number(column) - 1];
    return word === "take" && worth !== undefined ? t("push.worth", { n: worth }) : "";
  },
} satisfies InWords;
