/** Burst as text. */

import { t } from "../../lib/words.svelte";
import { handOf, type InWords } from "../text";
import { actionName, cardName, each, roundsOf, runningTotals, type Round } from "./words";

/** The rounds that are over, and what they make. */
function sheet(rounds: Round[], names: string[]): string[] {
  const totals = runningTotals(rounds).at(-1);
  if (!totals) return [t("burst.sheet.none")];
  const lines = rounds.map(
    ({ points }, i) => `${t("burst.round")} ${i + 1}: ${each(points, names)}`,
  );
  return [...lines, t("burst.totals", { points: each(totals, names) })];
}

export default {
  parts({ view, aids, seat, names, history }) {
    const total = view["total"] as number;
    const room = aids["room"] as number | undefined;
    const row = (view["row"] as string[]).map(cardName);
    const known = (view["known"] as string[][] | undefined) ?? [];
    return [
      {
        title: t("burst.row"),
        lines: [
          ...(row.length ? row : [t("burst.empty")]),
          t("burst.now", { total }),
          ...(room === undefined ? [] : [t("burst.room", { n: room, limit: total + room })]),
          t(view["direction"] === 1 ? "burst.clockwise" : "burst.counter"),
        ],
      },
      ...handOf(view, seat, cardName),
      ...known.flatMap((cards, i) =>
        cards.length && i !== seat
          ? [{ title: t("burst.holds", { name: names[i] ?? "" }), lines: cards.map(cardName) }]
          : [],
      ),
      ...(history ? [{ title: t("burst.sheet"), lines: sheet(roundsOf(history), names) }] : []),
    ];
  },
  ask({ view, legal }) {
    if (!legal.some((one) => one.startsWith("pick "))) return "";
    return t(view["pending"] === "take" ? "burst.choose.take" : "burst.choose.discard");
  },
  action(action, { view }) {
    const [verb, face = ""] = action.split(" ");
    if (verb !== "pick") return actionName(action);
    const key = view["pending"] === "take" ? "burst.pick.take" : "burst.pick.discard";
    return t(key, { card: cardName(face) });
  },
  note(action, { aids }) {
    const face = action.split(" ")[1] ?? "";
    const total = (aids["after"] as Record<string, number> | undefined)?.[face];
    return total === undefined ? "" : t("burst.after", { total });
  },
} satisfies InWords;
