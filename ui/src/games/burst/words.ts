/** Burst in words, and what its notation says. */

import type { Aids, View } from "../../lib/session.svelte";
import { told } from "../../lib/telling";
import { list, number, t } from "../../lib/words.svelte";
import type { What } from "../../protocol";

export const KINDS = { r: "reverse", d: "discard", t: "take", s: "same" } as const;
export type Kind = (typeof KINDS)[keyof typeof KINDS];

/** A card is "7", or "5d" with an action. */
export function partsOf(face: string): { value: number; kind: Kind | null } {
  const kind = KINDS[face.slice(-1) as keyof typeof KINDS] ?? null;
  return { value: parseInt(face), kind };
}

/** What comes of a card, as the server tells it. */
export interface Outlook {
  total: number;
  bursts: boolean;
  choice: boolean; // a card of the row is to be chosen first
}

export const outlookOf = (aids: Aids, face: string): Outlook | null =>
  (aids["after"] as Record<string, Outlook> | undefined)?.[face] ?? null;

export const afterWords = ({ total, bursts }: Outlook): string =>
  t(bursts ? "burst.after.burst" : "burst.after", { total });

export function cardName(face: string): string {
  if (face === "") return t("burst.back");
  const { value, kind } = partsOf(face);
  return kind === null ? number(value) : t("burst.card", { value, kind: t(`burst.kind.${kind}`) });
}

export function actionName(action: string): string {
  const [verb, face = ""] = action.split(" ");
  if (verb === "draw") return t("burst.draw");
  return t(verb === "pick" ? "burst.pick" : "burst.play", { card: cardName(face) });
}

/** What can still be added, or how far it is too much. */
export function roomLeft(room: number, limit: number): string {
  if (room === 0) return t("burst.room.none", { limit });
  return room < 0 ? t("burst.over", { n: -room, limit }) : t("burst.room", { n: room });
}

/** How a round ended, as the server tells it. */
export interface Round {
  player: number | null; // who burst; null if nobody did
  total: number;
  points: number[];
  row: string[];
  hands: string[][];
}

/** The rounds that ended in these moves. */
export function roundsOf(moves: readonly What[]): Round[] {
  return moves.flatMap((what) =>
    (what.events ?? []).filter((event) => event["type"] === "burst"),
  ) as unknown as Round[];
}

/** For each round what everybody had after it: the server tells the points of each (BU-R11). */
export function runningTotals(rounds: readonly Round[]): number[][] {
  let sums: number[] = [];
  return rounds.map(({ points }) => (sums = points.map((n, seat) => n + (sums[seat] ?? 0))));
}

export function tell(what: What, names: string[], after: View | null, aids: Aids = {}): string[] {
  const name = names[what.seat ?? 0] ?? "";
  const [verb, face = ""] = (what.action ?? "").split(" ");
  if (verb === "draw" && !what.events?.length) return [told("burst.did.draw", { name })];
  const card = cardName(face);
  const lines = [
    verb === "draw"
      ? told("burst.did.draw", { name })
      : told(verb === "pick" ? "burst.did.pick" : "burst.did.play", { name, card }),
  ];
  const [round] = roundsOf([what]);
  if (round) {
    const points = t("burst.points", { points: each(round.points, names) });
    lines.push(howItEnded(round, names), points);
    const scores = after?.["scores"] as number[] | undefined;
    if (scores) lines.push(t("burst.totals", { points: each(scores, names) }));
  } else if (after) lines.push(totalInWords(after, aids));
  return lines;
}

export function howItEnded(round: Round, names: string[]): string {
  if (round.player === null) return t("burst.nobody");
  return told("burst.burst", { name: names[round.player] ?? "", total: round.total });
}

/** The total of the row, and how much may still be added. */
export function totalInWords(view: View, aids: Aids): string {
  const [total, n] = [view["total"] as number, aids["room"] as number | undefined];
  return n === undefined || n < 0 ? t("burst.now", { total }) : t("burst.left", { total, n });
}

/** "Ana 18, you 0": points of everybody. */
export function each(points: number[], names: string[]): string {
  return list(
    points.map((n, seat) =>
      t("burst.points.of", { name: names[seat] || t("table.me"), points: n }),
    ),
  );
}
