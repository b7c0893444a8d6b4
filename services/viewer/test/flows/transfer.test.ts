import { describeUnless, jetwire } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildHookMs } from "../built-page.ts";
import { missingBrowser, openSystem, type Person, signUp, type System } from "../system.ts";

describeUnless(missingBrowser, "a station that is given away", () => {
  let system: System;
  let giver: Person;
  let taker: Person;
  let stationId: number;
  beforeAll(async () => {
    system = await openSystem();
    [giver, taker] = [await system.newPerson(), await system.newPerson()];
    await signUp(giver, system.url, "giver");
    await signUp(taker, system.url, "taker");
    await jetwire(system.deployment, "stations", "add", "GIVEN-1", "--account", "giver");
    const { sql } = system.deployment.database;
    const [row] = await sql<{ id: number }[]>`select id from stations where ident = 'GIVEN-1'`;
    stationId = row?.id ?? 0;
  }, buildHookMs);
  afterAll(async () => await system[Symbol.asyncDispose]());

  test("is offered, and the other user finds it on the desk and declines it", async () => {
    await offer();
    await taker.page.goto(`${system.url}/notifications`);
    expect(await typeOf(taker, "A station is offered to you")).toBe("Transfer");
    await taker.page.getByRole("link", { name: "A station is offered to you" }).click();
    await taker.page.waitForURL(/\/desk$/);
    await taker.page.getByText(/giver offers you the station GIVEN-1/).waitFor();
    await taker.page.getByRole("button", { name: "Decline" }).click();
    await taker.page.getByText("Offered to you").waitFor({ state: "detached" });
    await giver.page.goto(`${system.url}/notifications`);
    expect(await typeOf(giver, "Your offer was declined")).toBe("Transfer");
  });

  test("is offered again and accepted, and both see when it changes hands", async () => {
    await offer();
    await taker.page.goto(`${system.url}/desk`);
    await taker.page.getByRole("button", { name: "Accept" }).click();
    await taker.page.getByText(/The station GIVEN-1 will be yours on/).waitFor();
    await giver.page.goto(`${system.url}/desk/stations/${stationId}`);
    await giver.page.getByText(/The station will belong to taker on/).waitFor();
    await giver.page.getByRole("button", { name: "Call it off" }).waitFor();
    await giver.page.goto(`${system.url}/notifications`);
    expect(await typeOf(giver, "Your station was accepted")).toBe("Transfer");
    expect([...giver.errors, ...taker.errors]).toEqual([]);
  });

  async function offer(): Promise<void> {
    const { page } = giver;
    await page.goto(`${system.url}/desk/stations/${stationId}`);
    await page.getByLabel("Username").fill("taker");
    await page.getByRole("button", { name: "Offer the station" }).click();
    await page.getByText(/Offered to taker, who may accept until/).waitFor();
  }
});

/** Returns the type that the page shows of a notification with a title. */
async function typeOf({ page }: Person, title: string): Promise<string> {
  return await page.locator(".notification", { hasText: title }).locator(".badge").innerText();
}
