/** What this device remembers: one object in localStorage, and no account anywhere. */

export type Theme = "system" | "light" | "dark";
export type Level = "novice" | "easy" | "medium" | "hard" | "expert";

/** A table where somebody sits at this device; several people in hot seat. */
export interface Kept {
  code: string;
  game: string;
  at: number;
  seats: { seat: number; token: string; name: string }[];
  status?: "over" | "ended"; // nothing to go on with
}

const DEFAULTS = {
  lang: "",
  theme: "system" as Theme,
  sound: true,
  volume: 70, // percent
  motion: true,
  name: "",
  token: "",
  level: "medium" as Level,
  oneTap: false, // a card is played by one tap, not two
  showFits: true, // in 7 Ate 9: the two values that fit
  showOdds: true, // in Push: the chance to bust
  asText: false, // the table in words
  keys: true, // single letters do something: H, L, D, ?
  tables: [] as Kept[],
};

export type Settings = typeof DEFAULTS;

const KEY = "cinquina";
const MOST_TABLES = 20;

function load(): Settings {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>;
    const right = Object.entries(found).filter(([name, value]) => like(name, value));
    return { ...DEFAULTS, ...(Object.fromEntries(right) as Partial<Settings>) };
  } catch {
    return { ...DEFAULTS }; // private mode, or what another version wrote
  }
}

function like(name: string, value: unknown): boolean {
  const ours = DEFAULTS[name as keyof Settings];
  if (!Array.isArray(ours)) return typeof value === typeof ours;
  return Array.isArray(value) && value.every((one: Partial<Kept> | null) => one?.code && one.seats);
}

export const settings = $state<Settings>(load());

export function save(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // It works without, until the page is closed.
  }
}

/** The secret of this device: it opens its seats, so it never leaves but to take one. */
export function deviceToken(): string {
  if (!settings.token) {
    settings.token = newToken();
    save();
  }
  return settings.token;
}

export function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}

export const UNKNOWN = -1; // which seat a token opens, until the table says so

/** Remember a seat, the newest table first. */
export function keep(code: string, game: string, seat: number, token: string, name: string): void {
  const found = settings.tables.find((table) => table.code === code);
  const others = found?.seats.filter((one) => one.seat !== seat && one.token !== token) ?? [];
  const kept = { code, game, at: Date.now(), seats: [...others, { seat, token, name }] };
  const rest = settings.tables.filter((table) => table.code !== code);
  settings.tables = [kept, ...rest].slice(0, MOST_TABLES);
  save();
}

/** A game is over: it can be seen again, or (broken off) not even that. */
export function keepOver(code: string, status: "over" | "ended"): void {
  const found = kept(code);
  if (!found || found.status === status) return;
  found.status = status;
  save();
}

export function forgetTable(code: string): void {
  settings.tables = settings.tables.filter((table) => table.code !== code);
  save();
}

export function kept(code: string): Kept | undefined {
  return settings.tables.find((table) => table.code === code);
}

/** Put the theme and the wish for calm where the style sheet sees them. */
export function applySettings(): void {
  const dark =
    settings.theme === "dark" ||
    (settings.theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset["theme"] = dark ? "dark" : "light";
  document.documentElement.dataset["motion"] = calm() ? "off" : "on";
}

/** Are things to stand still? */
export function calm(): boolean {
  return !settings.motion || matchMedia("(prefers-reduced-motion: reduce)").matches;
}
