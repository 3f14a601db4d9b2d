/** What is told to who can't see: one polite live region, at most a sentence a second. */

export const spoken = $state({ text: "" });

const EVERY = 1000;
let waiting: string[] = [];
let busy = false;

export function announce(text: string): void {
  if (!text) return;
  waiting.push(text);
  waiting = waiting.slice(-4); // in a race only the newest matters
  if (!busy) next();
}

function next(): void {
  if (!waiting.length) {
    busy = false;
    return;
  }
  busy = true;
  spoken.text = waiting.join(" ");
  waiting = [];
  setTimeout(next, EVERY);
}
