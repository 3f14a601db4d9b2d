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
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { "/api": backend, "/ws": { target: backend, ws: true } },
  },
});
