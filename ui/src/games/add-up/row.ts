/** Where the cards of a row lie in the room that it has: the room never changes, so nothing hops. */

const GAP = 5;
const TALL = 1.4; // of a card's width
const WHOLE = 44; // pixels: cards so wide lie below each other whole, smaller ones show their corner
const CORNER = 0.62; // of a card's height

export interface Lie {
  size: number; // a card's width, in pixels
  step: number; // from left edge to left edge
  pitch: number; // from line to line
  line: number; // cards of a line
  top: number; // above the first line
}

/** One line, or (if allowed) two when more is seen of each card then; the longer, the closer. */
export function lie(n: number, width: number, height: number, most: number, lines: number): Lie {
  const one = inLines(1, n, width, height, most);
  const two = inLines(2, n, width, height, most);
  return lines > 1 && seen(two) > seen(one) ? two : one;
}

/** How far apart so many cards lie, side by side if they can. */
export function stepOf(n: number, { size, line }: Pick<Lie, "size" | "line">, width: number) {
  const full = Math.min(n, line);
  return full < 2 ? size + GAP : Math.min(size + GAP, (width - size) / (full - 1));
}

/** How much of a card's width; a line that others lie on shows less. */
const seen = ({ size, step, pitch }: Lie): number =>
  Math.min(size, step) * (pitch && pitch < size * TALL ? CORNER : 1);

function inLines(lines: number, n: number, width: number, height: number, most: number): Lie {
  const whole = (height - GAP * (lines - 1)) / lines / TALL;
  const slid = height / (1 + CORNER * (lines - 1)) / TALL;
  const size = Math.floor(Math.max(1, Math.min(most, whole < WHOLE ? slid : whole)));
  const aside = Math.max(1, Math.floor((width + GAP) / (size + GAP)));
  const line = Math.max(aside, Math.ceil(n / lines));
  const step = stepOf(n, { size, line }, width);
  const pitch = Math.min(size * TALL + GAP, lines > 1 ? height - size * TALL : 0);
  return { size, step, pitch, line, top: (height - pitch * (lines - 1) - size * TALL) / 2 };
}
