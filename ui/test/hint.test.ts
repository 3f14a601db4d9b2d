import { render, screen } from "@testing-library/svelte";
import { createRawSnippet } from "svelte";
import { beforeAll, describe, expect, it } from "vitest";
import type { GameUI } from "../src/games/board";
import { Session } from "../src/lib/session.svelte";
import { speak, t } from "../src/lib/words.svelte";
import TableBar from "../src/parts/TableBar.svelte";
import type { Room } from "../src/protocol";

const nothing = () => undefined;

describe("a hint", () => {
  beforeAll(() => speak("en"));

  it.each([
    [0.5, true],
    [0.4, false],
  ])("lists first what it advises, and says why another may seem better", (chance, why) => {
    const session = new Session("KMPRX", "");
    session.seat = 0;
    const choice = (action: string, chance: number) => ({ action, chance, error: 0.1 });
    const choices = [choice("left", chance), choice("right", 0.45)];
    session.advice = { action: "right", reason: "", choices };
    const { unmount } = render(TableBar, {
      session,
      room: { status: "playing", code: "KMPRX", seats: [] } as unknown as Room,
      turn: "",
      mine: true,
      game: { action: (action: string) => action } as unknown as GameUI,
      screen: false,
      hinting: true,
      logged: false,
      onhint: nothing,
      onlog: nothing,
      onkeys: nothing,
      children: createRawSnippet(() => ({ render: () => "<ul></ul>" })),
    });
    const heads = [...document.querySelectorAll("dialog th")].map((one) => one.textContent);
    expect(heads).toEqual(["right", "left"]);
    expect(screen.queryByText(t("table.hint.why")) !== null).toBe(why);
    unmount();
  });
});
