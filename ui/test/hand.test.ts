import { describe, expect, it } from "vitest";
import { layout, type Hand, type Place } from "../src/lib/hand";

const RATIO = 1.4; // of a card: its height to its width
const LEAST = 40; // pixels that a finger needs
const TINY = 0.01;

function widths(): number[] {
  return Array.from({ length: 93 }, (_, i) => 280 + i * 10);
}
/** As wide as parts/Hand.svelte makes a card. */
const cardFor = (width: number): number => Math.round(Math.min(84, Math.max(52, width / 5.2)));

interface Case {
  name: string;
  n: number;
  width: number;
  card: number;
  hand: Hand;
}

/** Every hand that there may be. */
function* hands(): Generator<Case> {
  for (const width of widths())
    for (let n = 1; n <= 30; n++) {
      const card = cardFor(width);
      yield { name: `${n} cards on ${width} px`, n, width, card, hand: layout(n, width, card) };
    }
}

function rows(hand: Hand): Place[][] {
  const found: Place[][] = [];
  for (const one of hand.places) (found[Math.floor(one.z / hand.places.length)] ??= []).push(one);
  return found;
}
const ys = (places: Place[]): number[] => places.map((one) => one.y);

/** The hands of which something is not true. */
function wrong(fine: (one: Case) => boolean): string[] {
  return [...hands()].filter((one) => !fine(one)).map((one) => one.name);
}

describe("a hand", () => {
  it("has a place for each card", () => {
    expect(wrong(({ n, hand }) => hand.places.length === n)).toEqual([]);
  });

  it("stays within its width, turned cards too", () => {
    const fine = ({ width, card, hand }: Case): boolean =>
      hand.places.every(({ x, turn }) => {
        const angle = (Math.abs(turn) * Math.PI) / 180;
        const half = (card * Math.cos(angle) + card * RATIO * Math.sin(angle)) / 2;
        return x + card / 2 >= half - TINY && x + card / 2 + half <= width + TINY;
      });
    expect(wrong(fine)).toEqual([]);
  });

  it("leaves of each card enough to be tapped", () => {
    const fine = ({ hand }: Case): boolean =>
      hand.strip >= LEAST &&
      rows(hand).every((row) => row.every((one, i) => !i || one.x - row[i - 1]!.x >= LEAST - TINY));
    expect(wrong(fine)).toEqual([]);
  });

  it("leaves of each row enough to be tapped", () => {
    const fine = ({ hand }: Case): boolean =>
      rows(hand).every((row, i, all) => {
        const above = all[i - 1] ?? [];
        return !above.length || Math.min(...ys(row)) - Math.max(...ys(above)) >= LEAST - TINY;
      });
    expect(wrong(fine)).toEqual([]);
  });

  it("is as high as its lowest card", () => {
    const fine = ({ card, hand }: Case): boolean =>
      Math.max(...ys(hand.places)) + card * RATIO <= hand.height + TINY;
    expect(wrong(fine)).toEqual([]);
  });

  it("begins a second row only if it must", () => {
    const fits = ({ n, width, card }: Case): boolean => card * 1.1 + LEAST * (n - 1) <= width;
    expect(wrong((one) => !fits(one) || rows(one.hand).length === 1)).toEqual([]);
  });

  it("has rows of even length", () => {
    const fine = ({ hand }: Case): boolean => {
      const lengths = rows(hand).map((row) => row.length);
      return Math.max(...lengths) - Math.min(...lengths) <= 1;
    };
    expect(wrong(fine)).toEqual([]);
  });

  it("lies flat while its cards lie side by side", () => {
    for (const { turn } of layout(5, 600, 84).places) expect(turn).toBe(0);
  });

  it("is fanned evenly when it overlaps", () => {
    const { places } = layout(12, 600, 84);
    places.forEach(({ turn }, i) => expect(turn).toBeCloseTo(-places.at(-1 - i)!.turn));
    expect(places[0]!.turn).toBeLessThan(0);
  });

  it("may be empty", () => {
    expect(layout(0, 300, 60).places).toEqual([]);
  });
});
