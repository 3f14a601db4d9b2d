import { beforeEach, describe, expect, it } from "vitest";
import { shortcut, startKeys, toHand, typing } from "../src/lib/keys";
import { settings } from "../src/lib/settings.svelte";

function pressed(key: string, where: string, more: KeyboardEventInit = {}): string {
  let found = "";
  const listen = (event: Event) => (found = shortcut(event as KeyboardEvent));
  addEventListener("keydown", listen);
  const event = new KeyboardEvent("keydown", { key, bubbles: true, ...more });
  document.querySelector(where)!.dispatchEvent(event);
  removeEventListener("keydown", listen);
  return found;
}

beforeEach(() => {
  settings.keys = true;
  document.body.innerHTML = "<button></button><input /><dialog></dialog>";
});

describe("a single key", () => {
  it("does something from wherever on the page", () => {
    expect(pressed("H", "button")).toBe("h");
    expect(pressed("?", "body")).toBe("?");
  });
  it("does nothing while somebody types, holds it, or means something else", () => {
    expect(pressed("h", "input")).toBe("");
    expect(pressed("h", "button", { ctrlKey: true })).toBe("");
    expect(pressed("h", "button", { repeat: true })).toBe("");
  });
  it("does nothing behind a dialog", () => {
    document.querySelector("dialog")!.setAttribute("open", "");
    expect(pressed("h", "button")).toBe("");
  });
  it("can be switched off", () => {
    settings.keys = false;
    expect(pressed("h", "button")).toBe("");
  });
});

it("a key that is held presses a button once", () => {
  startKeys();
  const press = (where: string, repeat: boolean): boolean =>
    document
      .querySelector(where)!
      .dispatchEvent(
        new KeyboardEvent("keydown", { key: "Enter", repeat, bubbles: true, cancelable: true }),
      );
  expect([press("button", false), press("button", true), press("input", true)]).toEqual([
    true,
    false,
    true,
  ]);
});

describe("digits", () => {
  const cards = ["1", "4", "10", "12", "-2"];
  const at = (key: string, timeStamp: number): KeyboardEvent =>
    ({ key, timeStamp }) as KeyboardEvent;

  it("find a card by its number, also of two digits", () => {
    const meant = typing();
    expect(meant(at("1", 0), cards)).toBe(0);
    expect(meant(at("2", 400), cards)).toBe(3);
    expect(meant(at("1", 5000), cards.slice(1))).toBe(1); // the first that begins like it
    expect(meant(at("4", 5400), cards)).toBe(1); // there is no 14
    expect(meant(at("-", 9000), cards)).toBe(4);
    expect(meant(at("7", 20_000), cards)).toBe(-1);
  });

  it("go to the hand from anywhere on the table", () => {
    document.body.innerHTML =
      '<button id="far"></button><div class="board"><div role="group">' +
      '<button class="card" tabindex="-1"></button><button class="card" tabindex="0"></button>' +
      "</div></div>";
    const keys: string[] = [];
    document.querySelector("[role=group]")!.addEventListener("keydown", (event) => {
      keys.push((event as KeyboardEvent).key);
    });
    const press = (key: string) => {
      const event = new KeyboardEvent("keydown", { key, bubbles: true });
      addEventListener("keydown", toHand, { once: true });
      document.activeElement!.dispatchEvent(event);
    };
    document.querySelector<HTMLElement>("#far")!.focus();
    press("ArrowRight");
    expect(document.activeElement?.getAttribute("tabindex")).toBe("0");
    expect(keys).toEqual([]); // it only shows where one is
    document.querySelector<HTMLElement>("#far")!.focus();
    press("7");
    expect(keys).toEqual(["7"]);
    press("7"); // there already: the hand hears it itself
    expect(keys).toEqual(["7", "7"]);
  });
});
