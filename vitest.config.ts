import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./infra/launcher/src/checks/longest-first.ts";

export default defineConfig({
  test: {
    exclude: ["**/node_modules/**"],
    // Files that one worker runs share its modules, because loading the services anew for each file took more time
    // than the tests. Tests that replace something put it back.
    isolate: false,
    // Tests start hundreds of processes of Node, which would compile the same modules each time.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/compiled") },
    // Bounds for a test that hangs, far above what a busy machine needs.
    testTimeout: 180_000,
    hookTimeout: 240_000,
    // A condition that is waited for fails when it is never met, not when a busy machine meets it
    // late. Vitest's own limit, 1 s, is shorter than the product's reconnect delay and heartbeat.
    expect: { poll: { timeout: 40_000 } },
    // Most tests wait for servers and timeouts. The default would be one worker less than cores.
    maxWorkers: 5,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          // Tests beside their sources need no server. They run first, because they fail within seconds.
          include: ["{services,packages,infra}/**/src/**/*.test.ts"],
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: "served",
          include: ["{services,packages,infra}/**/test/**/*.test.ts"],
          globalSetup: "packages/testbed/src/global-setup.ts",
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
