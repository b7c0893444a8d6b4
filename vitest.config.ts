import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{services,packages,infra}/**/{src,test}/**/*.test.ts"],
    globalSetup: "packages/testbed/src/global-setup.ts",
    exclude: ["**/node_modules/**"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Most tests wait for servers; unless told there would be one worker less than cores.
    maxWorkers: 2,
  },
});
