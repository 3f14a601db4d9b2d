/** The board of a game; for who wants it so, the same as text. */

import type { Component } from "svelte";
import type { BoardProps, GameUI } from "../games/board";
import { announce } from "./announce.svelte";
import { settings } from "./settings.svelte";
import { t } from "./words.svelte";

/** Few want text, so it is loaded then; until it is there, or if it can't be had, the picture stays. */
export function boardOf(game: () => GameUI | null): () => Component<BoardProps> | undefined {
  let Text = $state.raw<Component<BoardProps> | null>(null);
  $effect(() => {
    const found = game();
    if (!settings.asText || !found) return;
    Promise.all([import("../parts/Text.svelte"), found.text()]).then(
      ([part]) => (Text = part.default),
      () => announce(t("no.load")),
    );
  });
  return () => (settings.asText && Text) || game()?.Board;
}
