/** A finger that taps twice by accident must not do two things. */

const TWICE = 350; // milliseconds

/** Tells of each click whether it is the second of two on the same control. What is meant to be
 *  tapped fast says so: `data-fast`. */
export function doubleTaps(): (event: MouseEvent) => boolean {
  let [control, at] = [null as Element | null, -TWICE];
  return (event) => {
    const found = (event.target as Element).closest("button");
    const twice = found !== null && found === control && event.timeStamp - at < TWICE;
    [control, at] = [found, event.timeStamp];
    return twice && !found.closest("[data-fast]");
  };
}
