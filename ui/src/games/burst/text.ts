/** Burst as text. */

import { t } from "../../lib/words.svelte";
import { handOf, type InWords } from "../text";
import {
  actionName,
  afterWords,
  cardName,
  each,
  outlookOf,
  roomLeft,
  roundsOf,
  runningTotals,
  type Round,
} from "./words";

/** The rounds that are over, and what they make. */
function sheet(rounds: Round[], names: string[]): string[] {
  const totals = runningTotals(rounds).at(-1) ?? [];
  const lines = rounds.map(
    ({ points }, i) => `${t("burst.round")} ${i + 1}: ${each(points, names)}`,
  );
  return [...lines, t("burst.totals", { points: each(totals, names) })];
}

export default {
  parts({ view, aids, seat, names, history }) {
    const total = view["total"] as number;
    const room = aids["room"] as number | undefined;
    const limit = aids["limit"] as number;
    const row = (view["row"] as string[]).map(cardName);
    const known = (view["known"] as string[][] | undefined) ?? [];
    const rounds = roundsOf(history ?? []);
    return [
      {
        title: t("burst.row"),
        lines: [
          ...(row.length ? row : [t("burst.empty")]),
          t("burst.now", { total }),
          ...(room === undefined ? [] : [roomLeft(room, limit)]),
          t(view["direction"] === 1 ? "burst.clockwise" : "burst.counter"),
        ],
      },
      ...handOf(view, seat, cardName),
      ...known.flatMap((cards, i) =>
        cards.length && i !== seat
          ? [{ title: t("burst.holds", { name: names[i] ?? "" }), lines: cards.map(cardName) }]
          : [],
      ),
      ...(rounds.length ? [{ title: t("burst.sheet"), lines: sheet(rounds, names) }] : []),
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
    const look = outlookOf(aids, action.split(" ")[1] ?? "");
    return look ? afterWords(look) : "";
  },
} satisfies InWords;
