import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";
import { startRouter } from "./lib/router.svelte";
import { applySettings } from "./lib/settings.svelte";
import { unlockSound } from "./lib/sound";
import { preferred, speak } from "./lib/words.svelte";

applySettings();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", applySettings);
startRouter();
unlockSound();
await speak(preferred());
mount(App, { target: document.getElementById("app")! });

if ("serviceWorker" in navigator && import.meta.env.PROD) {
  void navigator.serviceWorker.register("/sw.js");
}
