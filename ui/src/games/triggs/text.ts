/** Triggs as text. */

import { number, t } from "../../lib/words.svelte";
import { handOf, type InWords } from "../text";
import { PILES, sorted, tableOf } from "./plan";
import { cardName } from "./words";

const sum = (numbers: number[]): number => numbers.reduce((all, n) => all + n, 0);

export default {
  parts({ view, aids, seat, names }) {
    const { piles, crossed, known, voids, discards, boxed } = tableOf(view);
    const boxes = (aids["boxes"] as number[] | undefined) ?? [];
    const reach = (aids["reach"] as Record<string, number> | undefined) ?? {};

    function pile(name: (typeof PILES)[number]): string {
      const { top, count } = piles[name];
      const facts = { pile: t(`triggs.pile.${name}`), n: count };
      if (!count) return t("triggs.pile.empty", facts);
      return top === null
        ? t("triggs.pile.hides", facts)
        : t("triggs.pile.says", { ...facts, card: top });
    }
    function row(i: number, of: number): string {
      const n = crossed[of]?.[i] ?? 0;
      const all = boxes[i] ?? 0;
      const words = [t("triggs.row", { row: i + 1, n, all })];
      if (n >= all) words.push(t("triggs.row.full"));
      if (voids.includes(i + 1)) words.push(t("triggs.row.void"));
      const possible = of === seat ? reach[i + 1] : 0;
      if (possible) words.push(t("triggs.row.reach", { n: possible }));
      return words.join(", ");
    }
    const sheet = (of: number) => ({
      title: of === seat ? t("triggs.sheet") : t("triggs.sheet.of", { name: names[of] ?? "" }),
      lines: [
        ...(boxes.length
          ? [t("triggs.crossed", { n: sum(crossed[of] ?? []), all: sum(boxes) })]
          : []),
        ...boxes.map((_, i) => row(i, of)),
        ...(of !== seat && known[of]?.length
          ? [`${t("triggs.known")}: ${known[of].join(", ")}`]
          : []),
      ],
    });
    const away = [
      `${t("triggs.discards")}: ${number(discards)}`,
      `${t("triggs.box")}: ${number(boxed)}`,
    ];
    const others = names.map((_, i) => i).filter((i) => i !== seat);
    return [
      { title: t("triggs.piles"), lines: [...PILES.map(pile), ...away] },
      ...handOf(view, seat, cardName, [], sorted),
      ...(seat === null ? [] : [sheet(seat)]),
      ...others.map(sheet),
    ];
  },
  note(action, { aids }) {
    const n = (aids["reach"] as Record<string, number> | undefined)?.[action.slice(6)];
    return action.startsWith("cross ") && n ? t("triggs.row.reach", { n }) : "";
  },
  ask({ view, legal }) {
    const { value, made } = tableOf(view);
    if (!legal.length) return "";
    if (view["phase"] === "draw") return t("triggs.second");
    if (view["phase"] === "bonus") return t("triggs.extra");
    if (view["phase"] !== "make") return "";
    return t(made ? "triggs.make.more" : "triggs.make", { value: value ?? 0 });
  },
} satisfies InWords;
