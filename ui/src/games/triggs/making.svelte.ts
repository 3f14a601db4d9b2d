/** All crosses of a row: one legal action after the other, each when the last was answered. */

const PACE = 170; // milliseconds between two: each cross is seen

export interface Moment {
  view: unknown;
  legal: string[];
  phase: string;
  value: number | null;
}

export class Making {
  row = $state<number | null>(null); // being filled
  private sent: unknown = null; // the view on which the last action was sent

  constructor(private readonly act: (action: string) => void) {}

  start(row: number, now: Moment): void {
    const first = now.phase === "make" ? nextUse(now) : `cross ${row}`;
    if (first === undefined) return;
    this.row = row;
    this.sent = now.view;
    this.act(first);
  }

  /** Go on, now that nothing is on its way. Returns how to stop. */
  next(now: Moment): (() => void) | undefined {
    if (this.row === null) return undefined;
    const use = nextUse(now);
    // The same view again: it was refused. Another value or phase: all are made.
    if (now.view === this.sent || now.value !== this.row || use === undefined) {
      this.row = null;
      return undefined;
    }
    const timer = setTimeout(() => {
      this.sent = now.view;
      this.act(use);
    }, PACE);
    return () => clearTimeout(timer);
  }
}

function nextUse({ phase, legal }: Moment): string | undefined {
  return phase === "make" ? legal.find((one) => one.startsWith("use ")) : undefined;
}
