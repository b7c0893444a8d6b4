import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{services,packages,infra}/**/{src,test}/**/*.test.ts"],
    exclude: ["**/node_modules/**"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
