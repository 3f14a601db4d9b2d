/** Where the cards of a hand lie: a pure function of their number and the room there is. */

export interface Place {
  x: number; // of the left edge, in pixels
  y: number;
  turn: number; // degrees
  z: number;
}

export interface Hand {
  places: Place[];
  width: number;
  height: number;
  strip: number; // visible of a card that others lie on
}

const GAP = 8;
const LEAST_STRIP = 40; // less can't be tapped: rather a second row
const FLAT = 7; // so many cards lie side by side, if there is room
const MOST_TURN = 4;
const OVERHANG = 0.1; // of a card's width: what two turned ones at the ends need

/** Cards side by side; then overlapping, each with a strip to tap; then in several rows. */
export function layout(n: number, width: number, card: number): Hand {
  if (n === 0) return { places: [], width: 0, height: 0, strip: card };
  const perRow = rowLength(n, width, card);
  const rows = Math.ceil(n / perRow);
  const height = card * 1.4;
  const places: Place[] = [];
  let strip = card + GAP;
  for (let row = 0, first = 0; row < rows; row++) {
    const count = Math.ceil((n - first) / (rows - row)); // rows of even length
    const step = stepOf(count, width, card);
    strip = Math.min(strip, step);
    const left = (width - (card + step * (count - 1))) / 2;
    for (let i = 0; i < count; i++) {
      const middle = (count - 1) / 2;
      const fanned = count > FLAT && step < card;
      const off = fanned && middle ? (i - middle) / middle : 0;
      places.push({
        x: left + step * i,
        y: row * (height * 0.62) + (fanned ? off * off * 6 : 0),
        turn: off * MOST_TURN,
        z: row * n + i,
      });
    }
    first += count;
  }
  return { places, width, height: height * (1 + 0.62 * (rows - 1)) + 6, strip };
}

function stepOf(count: number, width: number, card: number): number {
  if (count < 2) return card + GAP;
  const room = count > FLAT ? width - card * OVERHANG : width;
  return Math.min(card + GAP, (room - card) / (count - 1));
}

function rowLength(n: number, width: number, card: number): number {
  let count = n;
  while (count > 1 && stepOf(count, width, card) < LEAST_STRIP) count--;
  return count;
}
