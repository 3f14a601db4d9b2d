/** The card layer: every card on the page is known here, and flies when it is somewhere else.
 *
 *  Cards are laid out by the page. Before a change their places are noted as they are *seen*, in
 *  flight or at rest; after it each is sent from there to its new place by one Web Animation. So a
 *  new event turns a card around in the air, and no tap ever waits for one to land.
 */

import type { Attachment } from "svelte/attachments";
import { flights, vanished, type Spot } from "./flights";
import { calm } from "./settings.svelte";

const FLIGHT = "fly"; // how our animations are called
const OWN = 160; // milliseconds
const OTHERS = 260;
const FADE = 100;
const DEAL = 60; // between two cards that start together
const MOST_DEAL = 300;
const LANDING = "cubic-bezier(.25, 1.25, .45, 1)"; // a little too far, and back

export interface Piece {
  place: string;
  face: string;
  door?: string | undefined; // where it comes from if it was nowhere
}

const pieces = new Map<HTMLElement, Piece>();
const doors = new Map<string, HTMLElement>();

/** Make an element a card of the layer. */
export function piece(what: Piece): Attachment<HTMLElement> {
  return (element) => {
    pieces.set(element, what);
    return () => pieces.delete(element);
  };
}

/** A place that cards come from and go to: "seat:2", "deck". */
export function door(name: string): Attachment<HTMLElement> {
  return (element) => {
    doors.set(name, element);
    return () => {
      if (doors.get(name) === element) doors.delete(name);
    };
  };
}

export interface Picture {
  elements: HTMLElement[];
  spots: Spot[];
}

/** Where all cards are seen now. */
export function picture(): Picture {
  const elements = [...pieces.keys()].filter((element) => element.isConnected);
  elements.sort((a, b) =>
    a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
  return { elements, spots: elements.map((element) => spotOf(element, pieces.get(element)!)) };
}

function spotOf(element: HTMLElement, what: Piece): Spot {
  const box = element.getBoundingClientRect();
  return { place: what.place, face: what.face, x: box.x, y: box.y, w: box.width, h: box.height };
}

/** Send every card from where it was seen to where it is now. `to` is the door of what is gone. */
export function fly(before: Picture, own: boolean, to?: string): void {
  if (document.hidden) return;
  for (const one of document.getAnimations()) if (one.id === FLIGHT) one.cancel();
  const after = picture();
  const found = flights(before.spots, after.spots, (spot) => doorOf(after, spot));
  if (calm()) {
    for (const { to: i, moved } of found) if (!moved) appear(after.elements[i]!);
    return;
  }
  // First all is read, then all is set in motion: else each card has the page laid out anew.
  const rest = found.map(({ to: i }) => getComputedStyle(after.elements[i]!).transform);
  const end = to ? doors.get(to)?.getBoundingClientRect() : undefined;
  let started = 0;
  found.forEach(({ to: i, from, moved }, n) => {
    const element = after.elements[i]!;
    const spot = after.spots[i]!;
    const delay = moved ? 0 : Math.min(MOST_DEAL, DEAL * started++);
    glide(element, from, spot, rest[n]!, own || moved ? OWN : OTHERS, delay);
  });
  if (end) for (const spot of vanished(before.spots, after.spots)) ghost(spot, end);
}

function doorOf(after: Picture, spot: Spot): Spot | null {
  const element = after.elements[after.spots.indexOf(spot)];
  const name = element && pieces.get(element)?.door;
  const found = name ? doors.get(name) : undefined;
  return found ? within(found.getBoundingClientRect(), spot) : null;
}

/** In the middle of a door, whatever its size: a card does not grow to that of a seat. */
function within(box: DOMRect, spot: Spot): Spot {
  const x = box.x + (box.width - spot.w) / 2;
  const y = box.y + (box.height - spot.h) / 2;
  return { ...spot, x, y };
}

function glide(
  element: HTMLElement,
  from: Spot,
  at: Spot,
  rest: string, // its transform when it lies still
  duration: number,
  delay: number,
): void {
  const x = from.x + from.w / 2 - (at.x + at.w / 2);
  const y = from.y + from.h / 2 - (at.y + at.h / 2);
  const scale = at.w ? Math.max(0.2, Math.min(3, from.w / at.w)) : 1;
  const start = `translate(${x}px, ${y}px) scale(${scale})`;
  const frames = [
    { translate: "0 0", transform: start, zIndex: 50 },
    { transform: rest, zIndex: 50 },
  ];
  element.animate(frames, { duration, delay, easing: LANDING, fill: "backwards", id: FLIGHT });
}

/** Nothing moves for who wants it so: a card that is somewhere else fades in. */
function appear(element: HTMLElement): void {
  element.animate([{ opacity: 0.2 }, { opacity: 1 }], { duration: FADE, id: FLIGHT });
}

/** A card that is nowhere any more: its shadow goes to the door and fades. */
function ghost(spot: Spot, end: DOMRect): void {
  const element = document.createElement("div");
  element.className = "ghost";
  element.style.cssText = `position:fixed;left:${spot.x}px;top:${spot.y}px;width:${spot.w}px;height:${spot.h}px;border-radius:8%;background:var(--card);box-shadow:var(--shadow);pointer-events:none;z-index:var(--z-fly)`;
  document.body.append(element);
  const x = end.x + end.width / 2 - spot.x - spot.w / 2;
  const y = end.y + end.height / 2 - spot.y - spot.h / 2;
  const flight = element.animate(
    [{ opacity: 1 }, { transform: `translate(${x}px, ${y}px) scale(.4)`, opacity: 0 }],
    { duration: OTHERS, easing: "ease-in" },
  );
  flight.onfinish = flight.oncancel = () => element.remove();
}
