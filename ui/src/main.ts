import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";
import { loadGame } from "./games/board";
import { startRouter } from "./lib/router.svelte";
import { applySettings, kept } from "./lib/settings.svelte";
import { unlockSound } from "./lib/sound";
import { preferred, speak } from "./lib/words.svelte";

applySettings();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", applySettings);
startRouter();
unlockSound();
const [, place, name] = location.pathname.split("/");
if (place === "t") {
  // Who comes to a table needs these too: they are fetched beside the words, not after them.
  void import("./pages/Table.svelte");
  const game = kept(name?.toUpperCase() ?? "")?.game;
  if (game) void loadGame(game);
}
await speak(preferred());
mount(App, { target: document.getElementById("app")! });

if ("serviceWorker" in navigator && import.meta.env.PROD) {
  void navigator.serviceWorker.register("/sw.js");
}
