import {
  acarsdecLine,
  describeUnless,
  startMailCatcher,
  type MailCatcher,
  until,
} from "@jetwire/testbed";
import type { Route } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildHookMs } from "./built-page.ts";
import { missingBrowser, openSystem, signUp, type System } from "./system.ts";
import { feedSomeTraffic } from "./traffic.ts";

describeUnless(missingBrowser, "the page", () => {
  let system: System;
  let mailServer: MailCatcher;
  beforeAll(async () => {
    mailServer = await startMailCatcher();
    system = await openSystem({ SMTP_URL: mailServer.smtpUrl, MAIL_FROM: "jetwire@localhost" });
    await feedSomeTraffic(system);
  }, buildHookMs);
  afterAll(async () => {
    await system[Symbol.asyncDispose]();
    await mailServer[Symbol.asyncDispose]();
  });

  test("shows an error if it cannot read who is signed in, and reads it again on request", async () => {
    await using person = await system.newPerson();
    const { page } = person;
    await page.route("**/v1/auth/session", refuse);
    await page.goto(`${system.url}/desk`);
    await page.getByText("The database does not answer").waitFor();
    expect(await page.locator("main .skeleton").count()).toBe(0);
    const retry = page.getByRole("button", { name: "Try again" });
    const requested = page.waitForRequest("**/v1/auth/session");
    await retry.click();
    await requested;
    await page.unroute("**/v1/auth/session", refuse);
    // The page also reads it again by itself, when another request needs it.
    const signIn = page.getByText("Sign in to use this page");
    await retry.or(signIn).waitFor();
    if (await retry.isVisible()) await retry.click({ timeout: 2_000 }).catch(() => undefined);
    await signIn.waitFor();
  });

  test("says once that the database does not answer, and repeats all requests of the page", async () => {
    await using person = await system.newPerson();
    const { page } = person;
    await page.route("**/v1/stats?*", refuse);
    await page.goto(`${system.url}/stats`);
    await page.getByText("The database does not answer").waitFor();
    await expect.poll(async () => await page.getByText("Not loaded.").count()).toBe(7);
    expect(await page.getByRole("alert").allInnerTexts()).toEqual([
      expect.stringContaining("The database does not answer"),
    ]);
    await page.unroute("**/v1/stats?*", refuse);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("messages in the last minute").waitFor();
    await expect.poll(async () => await page.getByText("Not loaded.").count()).toBe(0);
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  test("says once on the page of a station what could not be read, and shows the rest", async () => {
    await using person = await system.newPerson();
    const { page } = person;
    await page.route("**/v1/stations/*/coverage", refuse);
    await page.route("**/v1/stations/*/messages?*", refuse);
    const { sql } = system.deployment.database;
    const [station] = await sql<{ id: string }[]>`select id::text from stations limit 1`;
    await page.goto(`${system.url}/stations/${station?.id}`);
    await expect.poll(async () => await page.getByText("Not loaded.").count()).toBe(2);
    expect(await page.getByRole("alert").count()).toBe(1);
    await page
      .getByRole("region", { name: "Latest messages by label" })
      .getByRole("row")
      .first()
      .waitFor();
    await page.route("**/v1/stations/**", refuse);
    await page.reload();
    await page.getByRole("heading", { level: 1, name: "Station", exact: true }).waitFor();
    await expect.poll(async () => await page.getByText("Not loaded.").count()).toBe(2);
    expect(await page.getByRole("alert").count()).toBe(1);
  });

  test("counts down a limit, and continues by itself, once", async () => {
    await using person = await system.newPerson();
    const { page } = person;
    const requestedAt: number[] = [];
    await page.route("**/v1/flights?*", async (route) => {
      requestedAt.push(Date.now());
      if (requestedAt.length > 1) return await route.continue();
      await route.fulfill(problem(429, "Too many requests", { "retry-after": "4" }));
    });
    await page.goto(`${system.url}/flights`);
    await page.getByText(/^Continues by itself in \d s\.$/).waitFor();
    expect(requestedAt).toHaveLength(1);
    await page.locator("td a.strong").first().waitFor();
    expect(requestedAt).toHaveLength(2);
    expect((requestedAt[1] ?? 0) - (requestedAt[0] ?? 0)).toBeGreaterThanOrEqual(4_000);
  });

  test("asks once for a further page that fails, and again only on request", async () => {
    await using person = await system.newPerson();
    const { page } = person;
    let failed = 0;
    await page.route("**/v1/flights?*", async (route) => {
      if (new URL(route.request().url()).searchParams.has("before")) {
        failed += 1;
        return await route.fulfill(problem(500, "The database does not answer"));
      }
      const [one] = (await (await route.fetch()).json()) as [object];
      const full = Array.from({ length: 100 }, (_, at) => ({ ...one, id: numberedId(at) }));
      await route.fulfill({ json: full });
    });
    await page.goto(`${system.url}/flights`);
    await page.locator("td a.strong").first().waitFor();
    await page.mouse.wheel(0, 20_000);
    await page.getByText("The database does not answer").waitFor();
    // Each repetition would follow within milliseconds.
    await page.mouse.wheel(0, -500);
    await page.mouse.wheel(0, 500);
    await page.getByRole("button", { name: "Try again" }).focus();
    expect(failed).toBe(1);
    await page.keyboard.press("Enter");
    await expect.poll(() => failed).toBe(2);
    // The list asks for its first page again from time to time, perhaps while the page is closed.
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });

  test("offers to clear the filter, or a longer time, where the map is empty", async () => {
    await using person = await system.newPerson();
    const { page } = person;
    await page.goto(`${system.url}/map?airline=ZZZ`);
    await page.getByText("No aircraft matches the filter.").waitFor();
    await page.getByRole("button", { name: "Clear filter" }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get("airline")).toBeNull();
    await page.getByRole("button", { name: "Show the last 12 h" }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get("window")).toBe("720");
  });

  test("shows what a later reception says in the message that is open", async () => {
    await using person = await system.newPerson();
    const { page } = person;
    let answers = 0;
    await page.route("**/v1/messages/*?*", async (route) => {
      answers += 1;
      if (answers > 1) return await route.continue();
      const message = (await (await route.fetch()).json()) as object;
      await route.fulfill({ json: { ...message, decoded: null, label: null } });
    });
    await system.feed(acarsdecLine("TRAFFIC-1", "POSN38123W121456,HERE", { msgno: "M09A" }));
    const { sql } = system.deployment.database;
    const id = await until("the message is stored", async () => {
      const [row] = await sql<{ id: string }[]>`
        select id from messages where body like '%,HERE%'`;
      return row?.id;
    });
    await page.goto(`${system.url}/?m=${id}`);
    const panel = page.getByRole("complementary", { name: "Open message" });
    await panel.getByText("Link frame").first().waitFor();
    await expect.poll(async () => await panel.getByText("Link frame").count()).toBe(0);
  });

  test("takes no name of a chat partner from the address", async () => {
    await using person = await system.newPerson();
    const { page } = person;
    await signUp(person, system.url, "reader");
    await page.goto(`${system.url}/chat/019a0000-0000-4000-8000-000000000001?name=Operator`);
    await page.getByRole("log").waitFor();
    expect(await page.getByRole("main").innerText()).not.toContain("Operator");
  });

  test("keeps a chat message that was not sent, and sends it again", async () => {
    await using person = await system.newPerson();
    const { page } = person;
    await signUp(person, system.url, "writer");
    const { sql } = system.deployment.database;
    const [reader] = await sql<{ id: string }[]>`select id from accounts where username = 'reader'`;
    await page.goto(`${system.url}/chat/019a0000-0000-4000-8000-000000000001`);
    const field = page.getByLabel("Message", { exact: true });
    await field.fill("Is anybody there?");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.getByText("Not sent.").waitFor();
    expect(await field.inputValue()).toBe("Is anybody there?");
    await page.getByRole("button", { name: "Send again" }).click();
    await page.getByText("Not sent.").waitFor();
    await page.goto(`${system.url}/chat/${reader?.id}`);
    await field.fill("Are you there?");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.locator(".bubble").getByText("Are you there?").waitFor();
  });

  test("offers a passkey to those who have made an account by mail", async () => {
    await using person = await system.newPerson();
    const { page, errors } = person;
    await page.goto(`${system.url}/sign-up`);
    await page.locator("input[autocomplete=username]").fill("by-mail");
    await page.getByRole("button", { name: "Send me a link" }).click();
    await page.getByLabel("E-mail address").fill("by-mail@example.org");
    await page.getByRole("button", { name: "Send me a link" }).click();
    const link = await until("the mail", async () => {
      const text = mailServer.mails.find(({ to }) => to.includes("by-mail@example.org"))?.text;
      return /http:\S+/.exec(text ?? "")?.[0];
    });
    await page.goto(link);
    await page.getByRole("button", { name: "Make the account" }).click();
    await page.getByText("Add a passkey now").waitFor();
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.waitForURL(/\/desk/);
    const { sql } = system.deployment.database;
    expect(
      await sql`select 1 from passkeys join accounts on accounts.id = account_id where username = 'by-mail'`,
    ).toHaveLength(1);
    expect(errors).toEqual([]);
  });
});

async function refuse(route: Route): Promise<void> {
  await route.fulfill(problem(500, "The database does not answer"));
}

/** Returns an id that is smaller for each further number. */
function numberedId(at: number): string {
  return `019a0000-0000-7000-8000-${String(1_000 - at).padStart(12, "0")}`;
}

/** Returns an answer that refuses a request. */
function problem(status: number, detail: string, headers: Record<string, string> = {}) {
  const code = status === 429 ? "rate_limited" : "internal";
  const title = "Refused";
  const body = {
    type: "about:blank",
    title,
    status,
    detail,
    code,
    message: detail,
    requestId: "r-1",
  };
  return {
    status,
    headers: { ...headers, "content-type": "application/problem+json" },
    body: JSON.stringify(body),
  };
}
