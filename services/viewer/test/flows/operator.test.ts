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
      .poll(async () => await page.getByRole("status").filter({ hasText: "checks" }).innerText())
      .toMatch(/^● All \d+ checks pass/);
  });

  test("sees which section is shown, by whatever address it was opened", async () => {
    const { page } = person;
    for (const [path, name] of [
      ["/operator", "Overview"],
      ["/operator/overview", "Overview"],
      ["/operator/claims", "Claims"],
    ] as const) {
      await page.goto(`${system.url}${path}`);
      const tabs = page.getByRole("navigation", { name: "Operations", exact: true });
      const current = tabs.locator("[aria-current=page]");
      await expect.poll(async () => await current.allInnerTexts()).toEqual([name]);
    }
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

  test("redacts what filters select, after seeing and confirming how many messages match", async () => {
    const { page } = person;
    for (const part of ["A", "B"]) {
      const over = { msgno: `M78${part}`, label: "5Z", flight: "UA0777" };
      await system.feed(acarsdecLine("TRAFFIC-1", `UNWANTED WORDS ${part}`, over));
    }
    const { sql } = system.deployment.database;
    const unwanted = async () =>
      await sql`select 1 from messages where body like 'UNWANTED WORDS%'`;
    await until("the stored messages", async () => (await unwanted()).length === 2);
    await page.goto(`${system.url}/operator/redaction`);
    const panel = page.getByRole("region", { name: "Redact what filters select" });
    await panel.getByRole("button", { name: "Filter", exact: true }).click();
    const editor = page.getByRole("dialog");
    await editor.getByLabel("Text or words").fill("unwanted words");
    await editor.getByRole("button", { name: "Apply" }).click();
    await panel.getByText("Text or words: unwanted words").waitFor();
    await panel.getByRole("button", { name: "Count what matches" }).click();
    await panel.getByText("2 messages would be deleted.").waitFor();
    await panel.getByText("UNWANTED WORDS A").waitFor();
    await panel.getByRole("button", { name: "Redact what matches" }).click();
    const dialog = page.getByRole("dialog");
    const redact = dialog.getByRole("button", { name: "Redact", exact: true });
    await dialog.getByLabel("Reason").fill("unwanted");
    expect(await redact.isDisabled()).toBe(true);
    await dialog.getByLabel("Type 2 to go on").fill("2");
    await redact.click();
    await dialog.waitFor({ state: "detached" });
    await panel.getByText("2 messages were deleted.").waitFor();
    expect(await unwanted()).toEqual([]);
  });

  test("decides a claim with a reason, of which the claimant is notified", async () => {
    await using claimant = await system.newPerson();
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

  test("reads in the audit log what was done, by names", async () => {
    const { page } = person;
    await page.goto(`${system.url}/operator/audit`);
    const row = page.getByRole("row").filter({ hasText: "the antenna is known" });
    await row.getByRole("link", { name: "TRAFFIC-1" }).waitFor();
    expect(await row.getByRole("link", { name: "supervisor" }).count()).toBe(1);
    const table = await page.getByRole("table").innerText();
    expect(table).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-|[{}"]/);
  });

  test("sorts accounts, and keeps the order in the address", async () => {
    const { page } = person;
    await page.goto(`${system.url}/operator/accounts`);
    const names = async () =>
      (await page.getByRole("row").allInnerTexts()).slice(1).map((text) => text.split(/\s/)[0]);
    const head = page.getByRole("columnheader", { name: "User" });
    await head.getByRole("button").click();
    await expect.poll(names).toEqual(["claimant", "operator", "supervisor"]);
    expect(await head.getAttribute("aria-sort")).toBe("ascending");
    await head.getByRole("button").click();
    await expect.poll(() => new URL(page.url()).searchParams.get("order")).toBe("-user");
    await page.reload();
    await head.waitFor();
    expect(await names()).toEqual(["supervisor", "operator", "claimant"]);
  });

  test("decides a report beside the reported conversation", async () => {
    const { page } = person;
    await using reporter = await system.newPerson();
    await signUp(reporter, system.url, "reporter");
    const { sql } = system.deployment.database;
    await reportMessage(sql);
    await page.goto(`${system.url}/operator/reports`);
    await page.getByRole("button", { name: "Show", exact: true }).click();
    const evidence = page.getByRole("dialog").filter({ hasText: "WORDS THAT HURT" });
    await evidence.getByRole("button", { name: "Ban the author" }).click();
    const decision = page.getByRole("dialog").filter({ has: page.getByLabel("Reason") });
    await decision.getByLabel("Reason").fill("harassment");
    await decision.getByRole("button", { name: "Ban the author" }).click();
    await evidence.waitFor({ state: "detached" });
    await page.getByText("No reports wait for a decision.").waitFor();
    const banned = sql`select 1 from accounts where username = 'claimant' and banned_at is not null`;
    expect(await banned).toHaveLength(1);
  });

  test("has met no error and no violation of the policy", () => {
    expect(person.errors).toEqual([]);
  });
});

/** Stores a chat message of the claimant to the reporter, who has reported it. */
async function reportMessage(sql: System["deployment"]["database"]["sql"]): Promise<void> {
  await sql`
    with pair as (
      select s.id as sender, r.id as recipient from accounts s, accounts r
      where s.username = 'claimant' and r.username = 'reporter'
    ), sent as (
      insert into chat_messages (id, sender_id, recipient_id, body)
      select gen_random_uuid(), sender, recipient, 'WORDS THAT HURT' from pair
      returning id, sender_id, recipient_id
    )
    insert into chat_reports (message_id, reporter_id, reported_id, reason)
    select id, recipient_id, sender_id, 'harassment' from sent`;
}
