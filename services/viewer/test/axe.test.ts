import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { describeUnless } from "@jetwire/testbed";
import type { AxeResults } from "axe-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildHookMs } from "./built-page.ts";
import { everyPage, operatorPages, showPage, userPages, visitorPages } from "./every-page.ts";
import { missingBrowser, openSystem, type Person, type System } from "./system.ts";
import { feedSomeTraffic, signUpOperator } from "./traffic.ts";

const testMs = 120_000;

describeUnless(missingBrowser, "accessibility", () => {
  let system: System;
  let person: Person;
  let axe: string;
  beforeAll(async () => {
    axe = await readFile(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");
    system = await openSystem();
    person = await system.newPerson();
    await feedSomeTraffic(system);
  }, buildHookMs);
  afterAll(async () => await system[Symbol.asyncDispose]());

  test(
    "pages of visitors have no serious fault in both themes",
    async () => {
      expect(await faultsOf(visitorPages)).toEqual([]);
    },
    testMs,
  );

  test(
    "pages of users and operators have no serious fault in both themes",
    async () => {
      await signUpOperator(system, person);
      expect(await faultsOf([...userPages, ...operatorPages])).toEqual([]);
    },
    testMs,
  );

  async function faultsOf(pages: readonly string[]): Promise<string[]> {
    const { page } = person;
    const found: string[] = [];
    for (const path of await everyPage(system, pages)) {
      await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
      await showPage(page, system.url, path);
      // The policy of the page does not hold for what the browser's own tools evaluate.
      await page.evaluate(axe);
      found.push(...seriousOf(`${path}, light`, await page.evaluate(runAxe, null)));
      await page.emulateMedia({ colorScheme: "dark" });
      // Only the colours are others.
      found.push(...seriousOf(`${path}, dark`, await page.evaluate(runAxe, ["color-contrast"])));
    }
    return found;
  }
});

function seriousOf(page: string, { violations }: AxeResults): string[] {
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  return serious.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${page}: ${id}: ${html} ${failureSummary}`),
  );
}

/** Runs in the page. */
async function runAxe(rules: string[] | null): Promise<AxeResults> {
  const { axe } = globalThis as unknown as { axe: typeof import("axe-core") };
  const options = { resultTypes: ["violations" as const] };
  return await axe.run(document, rules === null ? options : { ...options, runOnly: rules });
}
