import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { door, fly, picture, piece } from "../src/lib/layer";
import { settings } from "../src/lib/settings.svelte";

interface Flown {
  element: Element;
  frames: Keyframe[];
  options: KeyframeAnimationOptions;
  animation: Animation;
}
let flown: Flown[] = [];
let stops: (() => void)[] = [];

/** An element at a place of the window: nothing is laid out here. */
function put(x: number, y: number, w = 50): HTMLElement {
  const element = document.createElement("div");
  document.body.append(element);
  element.getBoundingClientRect = () => new DOMRect(x, y, w, w * 1.4);
  return element;
}
function card(place: string, face: string, x: number, y: number, from?: string): () => void {
  const element = put(x, y);
  element.dataset["face"] = face;
  const stop = piece({ place, face, door: from })(element) as () => void;
  const take = () => {
    stop();
    element.remove();
  };
  stops.push(take);
  return take;
}
const faces = () => flown.map(({ element }) => (element as HTMLElement).dataset["face"]);
const startOf = (one: Flown | undefined) => one?.frames[0]?.["transform"];

beforeEach(() => {
  flown = [];
  settings.motion = true;
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  document.getAnimations = () => [];
  Element.prototype.animate = function (frames, options) {
    const animation = { cancel: vi.fn() } as unknown as Animation;
    flown.push({
      element: this,
      frames: frames as Keyframe[],
      options: options as KeyframeAnimationOptions,
      animation,
    });
    return animation;
  };
});
afterEach(() => {
  stops.forEach((stop) => stop());
  stops = [];
  document.body.innerHTML = "";
  vi.unstubAllGlobals();
});

describe("the card layer", () => {
  it("sees the cards in the order of the page", () => {
    card("hand", "3", 100, 0);
    card("hand", "1", 0, 0);
    expect(picture().spots.map(({ face }) => face)).toEqual(["3", "1"]);
  });

  it("sends a card from where it was to where it is", () => {
    const take = card("hand", "7", 0, 400);
    const before = picture();
    take();
    card("pile", "7", 100, 0);
    fly(before, true);
    expect(faces()).toEqual(["7"]);
    expect(startOf(flown[0])).toBe("translate(-100px, 400px) scale(1)");
    expect(flown[0]?.options.duration).toBeLessThan(200); // one's own is quick
  });

  it("leaves alone what did not move", () => {
    card("hand", "7", 0, 0);
    fly(picture(), true);
    expect(flown).toEqual([]);
  });

  it("lets a new card come out of its door, at its own size", () => {
    door("deck")(put(200, 200, 100));
    const before = picture();
    card("hand", "9", 0, 0, "deck");
    fly(before, false);
    expect(startOf(flown[0])).toBe("translate(225px, 235px) scale(1)");
  });

  it("deals one after the other, and no longer than it may take", () => {
    door("deck")(put(200, 200));
    const before = picture();
    for (let i = 0; i < 20; i++) card("hand", `${i}`, i * 10, 0, "deck");
    fly(before, false);
    const delays = flown.map(({ options }) => options.delay ?? 0);
    expect(delays.slice(0, 3)).toEqual([0, 60, 120]);
    expect(Math.max(...delays)).toBe(300);
  });

  it("sends what is gone to a door, and takes its shadow away", () => {
    door("seat:1")(put(300, 0));
    const take = card("row", "5", 0, 0);
    const before = picture();
    take();
    fly(before, false, "seat:1");
    expect(document.querySelectorAll(".ghost")).toHaveLength(1);
    expect(flown).toHaveLength(1);
    const { animation } = flown[0]!;
    animation.onfinish?.call(animation, new Event("finish") as AnimationPlaybackEvent);
    expect(document.querySelectorAll(".ghost")).toHaveLength(0);
  });

  it("moves nothing for who wants it so: cards fade in, within 100 ms", () => {
    settings.motion = false;
    door("seat:1")(put(300, 0));
    const take = card("hand", "7", 0, 400);
    card("hand", "8", 60, 400);
    const before = picture();
    take();
    card("pile", "7", 100, 0);
    fly(before, true, "seat:1");
    expect(faces()).toEqual(["7"]);
    expect(Object.keys(flown[0]!.frames[0]!)).toEqual(["opacity"]);
    expect(flown[0]?.options.duration).toBeLessThanOrEqual(100);
    expect(document.querySelectorAll(".ghost")).toHaveLength(0);
  });
});
