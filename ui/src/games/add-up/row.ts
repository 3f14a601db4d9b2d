/** How far the cards of a row lie apart, from left edge to left edge. */

const GAP = 5;
const LEAST = 0.46; // of a card's width: its corner can still be read

/** Side by side if there is room, else over each other; what is still too long wraps. */
export function rowStep(n: number, width: number, card: number): number {
  const side = card + GAP;
  if (n < 2) return side;
  const line = (width - card - 0.5) / (n - 1); // half a pixel less: or rounding wraps the last one
  return Math.max(card * LEAST, Math.min(side, line));
}

/** How large a card may be: the more lie in a row, the smaller, down to about a half. */
export function cardSize(n: number, width: number, most: number, least: number): number {
  const line = width / (1 + LEAST * Math.max(0, n - 1)); // so large, and all are in one line
  return Math.round(Math.max(least, Math.min(most, Math.max(line, most * 0.55))));
}
