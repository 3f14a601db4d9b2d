/** What a move leaves on the table to look at: the cards that it laid, and a shout. */

import type { What } from "../../protocol";
import { laidBy } from "./plan";
import { rowOf } from "./words";

/** A full row, and the how-many-th extra cross of the turn it gives. */
export interface Shout {
  n: number;
  row: number;
  seat: number;
}

const SHOWN = 1300; // milliseconds

export class News {
  laid = $state.raw<string[]>([]);
  from = $state(""); // the door of who laid them
  drawn = $state("pile:middle"); // the door of new cards in hand
  shout = $state.raw<Shout | null>(null);
  private extras = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  hear(what: What, phase: string): void {
    const action = what.action ?? "";
    const seat = what.seat ?? 0;
    this.drawn = action.startsWith("draw ") ? `pile:${action.slice(5)}` : "pile:middle";
    const cards = laidBy(action);
    if (cards.length) {
      this.laid = cards;
      this.from = `seat:${seat}`;
    }
    this.extras = action.startsWith("bonus ") ? this.extras + 1 : 0;
    const row = rowOf(action);
    if (phase !== "bonus" || row === null) return;
    this.shout = { n: this.extras + 1, row, seat };
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.shout = null), SHOWN);
  }
}
