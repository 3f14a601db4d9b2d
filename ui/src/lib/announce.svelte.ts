/** What is told to who can't see: one polite live region, at most once a second. */

export const spoken = $state({ text: "" });

const EVERY = 1000;
const RACE = 4;
let waiting: string[] = [];
let busy = false;

/** Say it; in a `race` only the newest matters, and what waited too long is left out. */
export function announce(text: string, race = false): void {
  if (!text) return;
  waiting.push(text);
  if (race) waiting = waiting.slice(-RACE);
  if (!busy) next();
}

function next(): void {
  if (!waiting.length) {
    busy = false;
    return;
  }
  busy = true;
  const text = waiting.join(" ");
  // The same words again would change nothing, and so be silent: a space that is not seen does.
  spoken.text = text === spoken.text ? `${text}\u00a0` : text;
  waiting = [];
  setTimeout(next, EVERY);
}
