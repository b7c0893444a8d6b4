import { acarsdecLine, describeUnless, until } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildHookMs } from "../built-page.ts";
import { missingBrowser, openSystem, type Person, signUp, type System } from "../system.ts";
import { feedSomeTraffic, signUpOperator } from "../traffic.ts";

describeUnless(missingBrowser, "an operator", () => {
  let system: System;
  let person: Person;
  beforeAll(async () => {
    system = await openSystem();
    person = await system.newPerson();
    await feedSomeTraffic(system);
    await signUpOperator(system, person);
  }, buildHookMs);
  afterAll(async () => await system[Symbol.asyncDispose]());

  test("reads in one sentence whether the service is fine", async () => {
    const { page } = person;
    await page.getByRole("link", { name: "Operator", exact: true }).click();
    await page.waitForURL(/\/operator$/);
    await expect
      .poll(async () => await page.locator(".summary").innerText())
      .toMatch(/^● All \d+ checks pass/);
  });

  test("counts messages before they are redacted, and must give a reason and the count", async () => {
    const { page } = person;
    await system.feed(acarsdecLine("TRAFFIC-1", "PRIVATE WORDS", { msgno: "M77A" }));
    const { sql } = system.deployment.database;
    const id = await until("the stored message", async () => {
      const [row] = await sql<{ id: string }[]>`
        select id::text from messages where body = 'PRIVATE WORDS'`;
      return row?.id;
    });
    await page.getByRole("link", { name: "Redaction", exact: true }).click();
    await page.locator("textarea").fill(id);
    await page.getByRole("button", { name: "Count them" }).click();
    await page.getByRole("button", { name: "Redact", exact: true }).click();
    const dialog = page.getByRole("dialog");
    const redact = dialog.getByRole("button", { name: "Redact", exact: true });
    expect(await redact.isDisabled()).toBe(true);
    await dialog.getByLabel("Reason").fill("a private matter");
    expect(await redact.isDisabled()).toBe(true);
    await dialog.getByLabel("Type 1 to go on").fill("1");
    await redact.click();
    await dialog.waitFor({ state: "detached" });
    await expect
      .poll(async () => await sql`select 1 from messages where body = 'PRIVATE WORDS'`)
      .toEqual([]);
    await page.goto(`${system.url}/messages/${id}`);
    await page.getByText(/was removed by the operator/).waitFor();
  });

  test("decides a claim with a reason, of which the claimant is notified", async () => {
    const claimant = await system.newPerson();
    const { sql } = system.deployment.database;
    const { page } = person;
    await page.goto(`${system.url}/operator/claims`);
    const [station] = await sql<
      { id: number }[]
    >`select id from stations where ident = 'TRAFFIC-1'`;
    await signUp(claimant, system.url, "claimant");
    await claimant.page.goto(`${system.url}/desk/claim?station=${station?.id}`);
    await claimant.page.getByLabel("What only the owner").fill("An antenna on the roof");
    await claimant.page.getByRole("button", { name: "Send the claim" }).click();
    await claimant.page.getByText("The operator decides.").waitFor();

    await page.reload();
    await page.getByText("An antenna on the roof").waitFor();
    await page.getByRole("button", { name: "Approve" }).click();
    const dialog = page.getByRole("dialog");
    const approve = dialog.getByRole("button", { name: "Approve" });
    expect(await approve.isDisabled()).toBe(true);
    await dialog.getByLabel("Reason").fill("the antenna is known");
    await approve.click();
    await dialog.waitFor({ state: "detached" });
    await claimant.page.goto(`${system.url}/notifications`);
    await claimant.page.getByText(/the antenna is known/).waitFor();
  });

  test("has met no error and no violation of the policy", () => {
    expect(person.errors).toEqual([]);
  });
});
