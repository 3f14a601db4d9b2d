import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

const backend = process.env["CINQUINA_BACKEND"] ?? "http://127.0.0.1:8000";

// Pages that few open, and their words: kept when they are opened.
const LATER = /\/(book|lessons|Book|Lesson|Replay|MarkdownInline|lean-qr)-/;

/** Tells the service worker which files there are: all that the first page and tables need. */
const release: Plugin = {
  name: "release",
  apply: "build",
  enforce: "post", // then empty scripts are gone
  generateBundle(_, bundle) {
    const names = Object.keys(bundle).filter((name) => name.startsWith("assets/"));
    const files = names.filter((name) => !LATER.test(name)).sort();
    const digest = createHash("sha256").update(names.sort().join()).digest("hex").slice(0, 12);
    const source = readFileSync(new URL("public/sw.js", import.meta.url), "utf8")
      .replace('RELEASE = "none"', `RELEASE = "${digest}"`)
      .replace("FILES = []", `FILES = ${JSON.stringify(files.map((name) => `/${name}`))}`);
    this.emitFile({ type: "asset", fileName: "sw.js", source });
  },
};

export default defineConfig({
  plugins: [svelte(), release],
  build: {
    target: "es2022",
    outDir: "../src/cinquina/_web",
    emptyOutDir: true,
    modulePreload: { polyfill: false }, // an inline script would need a hole in the policy
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Few files: on a cheap phone each costs as much as what is in it. One for the first page
        // and what all pages use, one for the table and what all games use, one for each game.
        codeSplitting: {
          groups: [
            { name: "shell", test: /src[\\/](main\.ts|App\.svelte|pages[\\/]Home)/, priority: 2 },
            { name: "table", test: /src[\\/](pages[\\/]Table|parts[\\/](Card|Hand))/, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { "/api": backend, "/ws": { target: backend, ws: true } },
  },
});
