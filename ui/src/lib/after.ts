/** What is told of a game that is over: decisions, and moments worth a look. */

import type { What } from "../protocol";
import type { Frame, Judged, Reviewed } from "./api";
import type { Line } from "./curve";

export const scoresOf = (frame: Frame): number[] => frame.view["scores"] as number[];

/** The scores over a game: only where they change, and at the end. */
export function scoreLines(frames: readonly Frame[], names: readonly string[]): Line[] {
  return names.map((name, seat) => {
    const all = frames.map((frame, x) => [x, scoresOf(frame)[seat] ?? 0] as const);
    const points = all.filter(
      ([x, score], i) => x === 0 || i === all.length - 1 || score !== all[i - 1]![1],
    );
    return { seat, name, points };
  });
}

/** The chances to win over a game in per cent, as far as they are judged.
 *
 *  Each is what the player in turn could know: the mean over a lap is what the table believed. */
export function chanceLines(curve: Reviewed["curve"], names: readonly string[]): Line[] {
  const lap = (i: number): Reviewed["curve"] =>
    i === curve.length - 1 ? curve.slice(i) : curve.slice(Math.max(0, i + 1 - names.length), i + 1);
  const mean = (of: Reviewed["curve"], seat: number): number =>
    of.reduce((sum, [, chances]) => sum + (chances[seat] ?? 0), 0) / of.length;
  return names.map((name, seat) => ({
    seat,
    name,
    points: curve.map(([x], i) => [x, 100 * mean(lap(i), seat)] as const),
  }));
}

const WORTH = 0.01; // of the chance to win: less is not worth a word

/** The decision by which a player gained most over all that was open there. */
export function bestOf(found: Reviewed, player: number): Judged | null {
  const before = new Map(found.curve.map(([move, chances]) => [move, chances[player] ?? 0]));
  const gain = (one: Judged): number => one.chance - (before.get(one.number - 1) ?? one.chance);
  const good = found.decisions.filter((one) => one.player === player && one.cost <= 0);
  const best = good.reduce<Judged | null>((a, b) => (a && gain(a) >= gain(b) ? a : b), null);
  return best && gain(best) >= WORTH ? best : null;
}

/** The decisions that gave away most, of a player or (null) of all, the worst first. */
export function costliest(
  decisions: readonly Judged[],
  player: number | null,
  most: number,
): Judged[] {
  const bad = decisions.filter(
    (one) => (player === null || one.player === player) && one.cost >= WORTH,
  );
  return bad.sort((a, b) => b.cost - a.cost).slice(0, most);
}

const RARE = 0.2; // of all moves: what happens more often is not special

/** Where something special happened. Where it does all the time: where it also scored. */
export function moments(frames: readonly Frame[]): number[] {
  const special = frames.map((_, i) => i).filter((i) => frames[i]!.events.length > 0);
  if (special.length <= RARE * frames.length) return special;
  return special.filter((i) => {
    const before = frames[i - 1];
    return !before || scoresOf(before).some((score, seat) => score !== scoresOf(frames[i]!)[seat]);
  });
}

/** The move that led to a position, as the table would have told it. */
export function whatOf(frame: Frame): What | null {
  if (frame.seat === null) return null;
  const { seat, action, events } = frame;
  return { kind: "moved", at: 0, seat, action, events };
}

/** Lines put one after the other, each with a full stop; what is empty is left out. */
export function sentences(lines: readonly string[]): string {
  return lines
    .filter(Boolean)
    .map((line) => (/[.!?…]$/.test(line) ? line : `${line}.`))
    .join(" ");
}

/** The move that an address asks for: "#34". */
export function moveOf(hash: string): number {
  return /^#\d{1,6}$/.test(hash) ? Number(hash.slice(1)) : 0;
}
