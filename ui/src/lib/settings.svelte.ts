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
  showFits: true, // in 7 Ate 9 the two values that fit, in Add Up what wins
  showOdds: true, // in Push: the chance to bust
  asText: false, // the table in words
  keys: true, // single letters do something: H, L, D, ?
  tables: [] as Kept[],
};

export type Settings = typeof DEFAULTS;

const NAMES = Object.keys(DEFAULTS) as (keyof Settings)[];
const KEY = "cinquina";
const MOST_TABLES = 20;

function load(): Settings {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>;
    const right = NAMES.filter((name) => like(name, found[name]));
    const known = Object.fromEntries(right.map((name) => [name, found[name]]));
    if (Array.isArray(known["tables"])) known["tables"] = known["tables"].filter(whole);
    return { ...DEFAULTS, ...known };
  } catch {
    return { ...DEFAULTS }; // private mode, or what another version wrote
  }
}

function like(name: keyof Settings, value: unknown): boolean {
  const ours = DEFAULTS[name];
  return typeof value === typeof ours && Array.isArray(value) === Array.isArray(ours);
}
function whole(one: Partial<Kept> | null): boolean {
  return !!one?.code && Array.isArray(one.seats) && one.seats.every((seat) => seat?.token);
}

let stored = load(); // as it was when it was last read or written
export const settings = $state<Settings>({ ...stored });

/** Take in what other tabs wrote: of each thing that was not changed here. */
function refresh(): void {
  const found = load();
  for (const name of NAMES) if (same(name, stored)) take(name, found);
  stored = found;
}
function take<Name extends keyof Settings>(name: Name, from: Settings): void {
  if (!same(name, from)) settings[name] = from[name];
}
const same = (name: keyof Settings, other: Settings): boolean =>
  JSON.stringify(settings[name]) === JSON.stringify(other[name]);

addEventListener("storage", ({ key }) => {
  if (key !== KEY) return;
  refresh();
  applySettings();
});

export function save(): void {
  refresh();
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
    stored = load();
  } catch {
    // It works without, until the page is closed.
  }
}

/** The secret of this device: it opens its seats, so it never leaves but to take one. */
export function deviceToken(): string {
  refresh(); // another tab may have made one
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
  refresh();
  const found = settings.tables.find((table) => table.code === code);
  const others = found?.seats.filter((one) => one.seat !== seat && one.token !== token) ?? [];
  const kept = { code, game, at: Date.now(), seats: [...others, { seat, token, name }] };
  const rest = settings.tables.filter((table) => table.code !== code);
  settings.tables = best([kept, ...rest]);
  save();
}

/** As many as are remembered: a game that goes on rather than one that is over. */
function best(tables: Kept[]): Kept[] {
  const running = tables.filter((one) => !one.status);
  const over = tables.filter((one) => one.status);
  const found = [...running, ...over].slice(0, MOST_TABLES);
  return tables.filter((one) => found.includes(one));
}

/** A game is over: it can be seen again, or (broken off) not even that. */
export function keepOver(code: string, status: "over" | "ended"): void {
  refresh();
  const found = kept(code);
  if (!found || found.status === status) return;
  found.status = status;
  save();
}

export function forgetTable(code: string): void {
  refresh();
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
