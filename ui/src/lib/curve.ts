/** The numbers behind a small chart: scales, round ticks, paths. */

export type Point = readonly [x: number, y: number];

export interface Line {
  seat: number; // which shape and hue
  name: string;
  points: readonly Point[];
}

export type Scale = (value: number) => number;

export function scale(from: Point, to: Point): Scale {
  const [a, b] = from;
  const [c, d] = to;
  return (value) => (a === b ? (c + d) / 2 : c + ((value - a) / (b - a)) * (d - c));
}

/** The smallest and the largest value of all lines; never the same. */
export function reach(lines: readonly Line[], axis: 0 | 1): Point {
  const all = lines.flatMap((line) => line.points.map((point) => point[axis]));
  if (!all.length) return [0, 1];
  const low = Math.min(...all);
  const high = Math.max(...all);
  return low === high ? [low, low + 1] : [low, high];
}

/** Round numbers between two values, at most so many: 0, 5, 10; whole ones only. */
export function ticks(low: number, high: number, most = 4): number[] {
  let step = 1;
  for (let k = 1; Math.floor(high / step) - Math.ceil(low / step) + 1 > most; k *= 10) {
    for (const times of [1, 2, 5]) {
      step = times * k;
      if (Math.floor(high / step) - Math.ceil(low / step) + 1 <= most) break;
    }
  }
  const found: number[] = [];
  for (let at = Math.ceil(low / step); at * step <= high; at++) found.push(at * step || 0);
  return found;
}

/** The path of a line; with steps a value holds until the next one. */
export function path(points: readonly Point[], x: Scale, y: Scale, steps = false): string {
  return points
    .map(([at, value], i) => {
      const [left, top] = [round(x(at)), round(y(value))];
      if (i === 0) return `M${left} ${top}`;
      return steps ? `H${left}V${top}` : `L${left} ${top}`;
    })
    .join("");
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** The value of a line at some place: that of the last point up to there. */
export function valueAt(points: readonly Point[], x: number): number | null {
  return points.findLast(([at]) => at <= x)?.[1] ?? null;
}

/** Move places apart until there is a gap between each two, in the same order, within bounds. */
export function spread(
  places: readonly number[],
  gap: number,
  low: number,
  high: number,
): number[] {
  const order = places.map((_, i) => i).sort((a, b) => places[a]! - places[b]! || a - b);
  const moved = [...places];
  let free = low;
  for (const i of order) {
    moved[i] = Math.max(moved[i]!, free);
    free = moved[i] + gap;
  }
  let limit = high;
  for (const i of order.toReversed()) {
    moved[i] = Math.min(moved[i]!, limit);
    limit = moved[i] - gap;
  }
  return moved;
}

/** The rows of the table behind a chart: each place where some value is another than before. */
export function rows(lines: readonly Line[]): { x: number; values: (number | null)[] }[] {
  const places = [...new Set(lines.flatMap((line) => line.points.map(([x]) => x)))];
  places.sort((a, b) => a - b);
  const found: { x: number; values: (number | null)[] }[] = [];
  for (const x of places) {
    const values = lines.map((line) => valueAt(line.points, x));
    const before = found.at(-1)?.values;
    if (!before || values.some((value, i) => value !== before[i])) found.push({ x, values });
  }
  return found;
}
