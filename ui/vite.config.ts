import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const backend = process.env["CINQUINA_BACKEND"] ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte()],
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
