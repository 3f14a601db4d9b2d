import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";
import { connectTo, fetchTable } from "./lib/ahead";
import { startKeys } from "./lib/keys";
import { retitle, startRouter } from "./lib/router.svelte";
import { applySettings, keep, kept, UNKNOWN } from "./lib/settings.svelte";
import { unlockSound } from "./lib/sound";
import { language, preferred, speak } from "./lib/words.svelte";

const AGAIN = 3000; // milliseconds
const MOST = 500; // milliseconds without anything to see
const page = document.getElementById("app")!;

/** The language asked for, or English. Without any there is nothing to show but this. */
async function words(): Promise<void> {
  for (const lang of [preferred(), "en"] as const) {
    try {
      return await speak(lang);
    } catch {
      // the next one
    }
  }
  page.textContent = "Cinquina can’t be loaded just now. Trying again…";
  await new Promise((resolve) => setTimeout(resolve, AGAIN));
  page.textContent = "";
  return words();
}

applySettings();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", applySettings);
matchMedia("(prefers-reduced-motion: reduce)").addEventListener("change", applySettings);
startRouter();
startKeys();
unlockSound();
// The browser speaks another language now, or another tab chose one. What can't be had, is not.
for (const happens of ["languagechange", "storage"])
  addEventListener(happens, () => {
    if (preferred() !== language()) speak(preferred()).catch(() => undefined);
  });
const spoken = words();
let ready: Promise<unknown> = spoken;

/** The table that the address names. */
function tableHere(): string | undefined {
  const [, place, name] = location.pathname.split("/");
  return place === "t" ? name?.toUpperCase() : undefined;
}
/** A seat brought along from another device: it is kept, and its secret does not stay to be seen. */
function bring(): boolean {
  const code = tableHere();
  const [, token] = /^#seat=([\w-]{22,64})$/.exec(location.hash) ?? [];
  if (!code || !token) return false;
  keep(code, kept(code)?.game ?? "", UNKNOWN, token, "");
  retitle(location.pathname + location.search);
  return true;
}
bring();
addEventListener("hashchange", () => bring() && location.reload()); // while one was watching, say
const code = tableHere();
if (code) {
  const connected = location.search ? undefined : connectTo(code); // else to watch, or a big screen
  ready = Promise.all([fetchTable(kept(code)?.game), connected]);
}
/** A table that is all there is drawn once: on a slow phone each time counts. */
async function begin(): Promise<void> {
  await spoken;
  await Promise.race([ready, new Promise((resolve) => setTimeout(resolve, MOST))]);
  mount(App, { target: page });
  if ("serviceWorker" in navigator && import.meta.env.PROD)
    await navigator.serviceWorker.register("/sw.js").catch(() => undefined); // it works without
}
void begin(); // not awaited here: whatever imports from this script would wait for it, too
