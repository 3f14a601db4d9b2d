/** Burst as text. */

import { t } from "../../lib/words.svelte";
import { handOf, type InWords } from "../text";
import { afterWords, cardName, outlookOf, roomLeft } from "./words";

export default {
  parts({ view, aids, seat, names }) {
    const total = view["total"] as number;
    const room = aids["room"] as number | undefined;
    const limit = aids["limit"] as number;
    const row = (view["row"] as string[]).map(cardName);
    const known = (view["known"] as string[][] | undefined) ?? [];
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
    ];
  },
  note(action, { aids }) {
    const look = outlookOf(aids, action.split(" ")[1] ?? "");
    return look ? afterWords(look) : "";
  },
} satisfies InWords;
