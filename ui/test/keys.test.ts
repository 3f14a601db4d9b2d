import { beforeEach, describe, expect, it } from "vitest";
import { shortcut, startKeys } from "../src/lib/keys";
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
