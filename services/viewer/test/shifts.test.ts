import { describeUnless } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildHookMs } from "./built-page.ts";
import { everyPage } from "./every-page.ts";
import { loadOnce, type Profile } from "./paint/load.ts";
import { missingBrowser, openSystem, type System } from "./system.ts";
import { feedSomeTraffic } from "./traffic.ts";

const shiftMax = 0.02;
const loadMsMax = 60_000;
const paths = [
  "/",
  "/flights/:flight",
  "/airframes/:airframe",
  "/airlines/UAL",
  "/airports/KSFO",
  "/stations/:station",
] as const;
/** Answers come late enough to be seen one after the other. */
const network = { roundTripMs: 100, bytesPerSecond: 1_000_000 };
const profiles: readonly Profile[] = [
  {
    name: "desktop",
    viewport: { width: 1_440, height: 900 },
    scale: 1,
    cpuSlowdown: 1,
    network,
  },
  { name: "phone", viewport: { width: 390, height: 844 }, scale: 1, cpuSlowdown: 1, network },
];

describeUnless(missingBrowser, "what is shown stays while a page loads", () => {
  let system: System;
  beforeAll(async () => {
    system = await openSystem();
    await feedSomeTraffic(system);
  }, buildHookMs);
  afterAll(async () => await system[Symbol.asyncDispose]());

  test.each(profiles.flatMap((profile) => paths.map((path) => ({ path, profile }))))(
    "on $path, $profile.name",
    async ({ path, profile }) => {
      await using person = await system.newPerson();
      const browser = person.context.browser();
      if (browser === null) throw new Error("The context has no browser");
      const [real = ""] = await everyPage(system, [path]);
      const { shift } = await loadOnce(browser, system.url + real, profile);
      expect(shift).toBeLessThanOrEqual(shiftMax);
    },
    loadMsMax,
  );
});
