/** Opening tables and taking seats: what several pages do. */

import { fetchTable } from "./ahead";
import { post, type Seated } from "./api";
import { go } from "./router.svelte";
import { deviceToken, keep, newToken, settings, type Level } from "./settings.svelte";
import { t } from "./words.svelte";

export interface Wish {
  game: string;
  players: number;
  level: Level;
  name: string;
  public?: boolean;
  options?: Record<string, boolean | number | string>;
  turn?: number; // seconds for a decision; 0: no limit
  away?: number; // seconds before a bot takes the seat of who is gone
  others?: string[]; // who else sits at this device
}

export function nameOr(name: string): string {
  return name.trim() || settings.name || t("home.default");
}

/** Open a table, sit down, and go there. `start`: bots take the other seats at once. */
export async function openTable(wish: Wish, start = false): Promise<void> {
  const name = nameOr(wish.name);
  void fetchTable(wish.game);
  const seated = await post<Seated>("/api/tables", {
    game: wish.game,
    players: wish.players,
    name,
    token: deviceToken(),
    level: wish.level,
    public: wish.public ?? false,
    options: wish.options ?? {},
    clock: { turn: wish.turn, away: wish.away }, // what is undefined is left out
  });
  keep(seated.code, wish.game, seated.seat, seated.token, name);
  for (const other of wish.others ?? []) await takeSeat(seated.code, wish.game, other, newToken());
  go(`/t/${seated.code}${start ? "?start" : ""}`);
}

/** Take a seat (a certain one, if it is free) and remember it. */
export async function takeSeat(
  code: string,
  game: string,
  name: string,
  token = deviceToken(),
  seat: number | null = null,
): Promise<Seated> {
  const asked = { name: nameOr(name), token, seat };
  const seated = await post<Seated>(`/api/tables/${encodeURIComponent(code)}/seats`, asked);
  keep(seated.code, game, seated.seat, seated.token, asked.name);
  return seated;
}
