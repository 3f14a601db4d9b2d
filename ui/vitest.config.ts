import { svelteTesting } from "@testing-library/svelte/vite";
import { defineConfig, mergeConfig } from "vitest/config";
import base from "./vite.config";

export default mergeConfig(
  base,
  defineConfig({
    plugins: [svelteTesting({ autoCleanup: false })],
    test: { environment: "happy-dom" },
  }),
);
