import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";
import { connectTo, fetchTable } from "./lib/ahead";
import { startRouter } from "./lib/router.svelte";
import { applySettings, kept } from "./lib/settings.svelte";
import { unlockSound } from "./lib/sound";
import { preferred, speak } from "./lib/words.svelte";

applySettings();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", applySettings);
startRouter();
unlockSound();
addEventListener("languagechange", () => void speak(preferred()));
const spoken = speak(preferred());
const [, place, name] = location.pathname.split("/");
if (place === "t") {
  const code = name?.toUpperCase() ?? "";
  fetchTable(kept(code)?.game);
  if (!location.search) connectTo(code); // else to watch, or for a big screen
}
await spoken;
mount(App, { target: document.getElementById("app")! });

if ("serviceWorker" in navigator && import.meta.env.PROD) {
  void navigator.serviceWorker.register("/sw.js");
}
