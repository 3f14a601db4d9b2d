/** Which card went where: cards have faces, not names, so the two pictures are compared. */

export interface Spot {
  place: string; // "hand", "pile", "row:top", …
  face: string; // "" is a back
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface Flight {
  to: number; // which spot of the later picture
  from: Spot;
  moved: boolean; // it was there before, and only shifted
}

/** For each card of the later picture where it comes from, as far as that can be told.
 *
 *  A card that stays in its place only shifts. A new one comes from where the same face vanished,
 *  else from its place's door (a deck, a seat), if it has one. */
export function flights(
  before: readonly Spot[],
  after: readonly Spot[],
  door: (spot: Spot) => Spot | null,
): Flight[] {
  const gone = counted(before);
  const found: Flight[] = [];
  const fresh: number[] = [];
  after.forEach((spot, to) => {
    const same = gone.get(keyOf(spot))?.shift();
    if (same === undefined) fresh.push(to);
    else found.push({ to, from: same, moved: true });
  });
  const left = [...gone.values()].flat();
  for (const to of fresh) {
    const spot = after[to] as Spot;
    const i = left.findIndex((one) => one.face !== "" && one.face === spot.face);
    const from = i >= 0 ? (left.splice(i, 1)[0] as Spot) : door(spot);
    if (from) found.push({ to, from, moved: false });
  }
  return found.filter(({ to, from }) => far(from, after[to] as Spot));
}

/** The cards that are nowhere in the later picture. */
export function vanished(before: readonly Spot[], after: readonly Spot[]): Spot[] {
  const faces = new Map<string, number>();
  for (const spot of after) faces.set(spot.face, (faces.get(spot.face) ?? 0) + 1);
  return before.filter((spot) => {
    const n = faces.get(spot.face) ?? 0;
    faces.set(spot.face, n - 1);
    return n <= 0;
  });
}

function counted(spots: readonly Spot[]): Map<string, Spot[]> {
  const found = new Map<string, Spot[]>();
  for (const spot of spots) {
    const same = found.get(keyOf(spot));
    if (same) same.push(spot);
    else found.set(keyOf(spot), [spot]);
  }
  return found;
}

const keyOf = (spot: Spot): string => `${spot.place}\n${spot.face}`;

const far = (a: Spot, b: Spot): boolean =>
  Math.abs(a.x - b.x) + Math.abs(a.y - b.y) + Math.abs(a.w - b.w) > 1;
