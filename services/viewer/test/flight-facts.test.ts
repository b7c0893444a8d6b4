import { acarsdecLine, describeUnless, until } from "@jetwire/testbed";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildHookMs } from "./built-page.ts";
import { everyPage } from "./every-page.ts";
import { missingBrowser, openSystem, type System } from "./system.ts";
import { feedSomeTraffic } from "./traffic.ts";

describeUnless(missingBrowser, "facts of flights on the page", () => {
  let system: System;
  let page: Page;
  let errors: readonly string[];
  let flightPath: string;
  beforeAll(async () => {
    system = await openSystem();
    await feedSomeTraffic(system);
    [flightPath = ""] = await everyPage(system, ["/flights/:flight"]);
    ({ page, errors } = await system.newPerson());
  }, buildHookMs);
  afterAll(async () => await system[Symbol.asyncDispose]());

  test("a flight answers first where it goes, how sure that is, and what contradicts it", async () => {
    await page.goto(system.url + flightPath);
    const route = page.getByRole("region", { name: "Route" });
    await route.getByText("San Francisco International Airport").waitFor();
    expect(await route.innerText()).toContain("Departure: confirmed by 3 transmissions, 1 station");
    expect(await route.innerText()).toContain("Destination: contradicted, 2 reports, 1 station");
    expect(await addressesIn(route)).toEqual([
      "/airports/KSFO",
      "/airports/KJFK",
      expect.stringMatching(/^\/messages\//),
      expect.stringMatching(/^\/messages\//),
    ]);
    const times = page.getByRole("list", { name: "Times" });
    expect(await times.innerText()).toMatch(/^Out\s.*\sOff\s.*\sExpected\s/s);
    expect(await times.innerText()).toContain("one report, 1 station");
    const contradictions = page.getByRole("region", { name: "Messages contradict each other" });
    expect(await contradictions.getByRole("listitem").allInnerTexts()).toEqual([
      expect.stringMatching(/^JFK .*confirmed by 2 transmissions, 1 station/s),
      expect.stringMatching(/^EWR .*one report, 1 station/s),
    ]);
    expect(
      (await addressesIn(contradictions)).filter((href) => href?.startsWith("/messages/")),
    ).toHaveLength(3);
  });

  test("a flight of which messages report nothing has no route and no error", async () => {
    const silent = { flight: "UA0077", tail: "N107AB", msgno: "M07A" };
    await system.feed(acarsdecLine("TRAFFIC-1", "NOTHING TO SAY", silent));
    const { sql } = system.deployment.database;
    const id = await until("the flight", async () => {
      const [row] = await sql<{ id: string }[]>`select id from flights where flight_key = 'UAL77'`;
      return row?.id;
    });
    await page.goto(`${system.url}/flights/${id}`);
    await page.getByText("NOTHING TO SAY").first().waitFor();
    expect(await page.getByRole("region", { name: "Route" }).count()).toBe(0);
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  test("an airport shows its departures and arrivals, at the address with its ICAO code", async () => {
    await page.goto(`${system.url}/airports/sfo`);
    await page.getByRole("heading", { level: 1, name: "San Francisco International" }).waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe("/airports/KSFO");
    const departures = page.getByRole("region", { name: "Departures, last 48 hours" });
    const row = departures.getByRole("row").nth(1);
    expect(await row.innerText()).toMatch(
      /^UAL99\s+JFK New York\s+[\d: A-Za-z]+\s+12 min\s+contradicted$/,
    );
    expect(await addressesIn(row)).toEqual([flightPath, "/airports/KJFK"]);
    await page.getByText("No message of the last 48 hours reports an arrival here.").waitFor();
    await row.getByRole("link", { name: "JFK" }).click();
    const arrivals = page.getByRole("region", { name: "Arrivals, last 48 hours" });
    await arrivals.getByRole("link", { name: "UAL99" }).waitFor();
    expect(await arrivals.getByRole("row").nth(1).innerText()).toMatch(
      /SFO San Francisco\s+expected /,
    );
  });

  test("a code of no airport leads to Search", async () => {
    await page.goto(`${system.url}/airports/QQQQ`);
    await page.getByRole("heading", { level: 1, name: "No airport has this code" }).waitFor();
    const search = page.getByRole("main").getByRole("link", { name: "Go to Search" });
    expect(await search.getAttribute("href")).toBe("/search");
  });

  test("a message and the aircraft on the map lead to the airports of the flight", async () => {
    const { sql } = system.deployment.database;
    const [flown] = await sql<{ id: string }[]>`
      select id from messages where departing_airport = 'KSFO' and destination_airport = 'KJFK' limit 1`;
    await page.goto(`${system.url}/messages/${flown?.id}`);
    const subject = page.locator(".message-subject");
    await subject.getByRole("link", { name: "KJFK" }).waitFor();
    expect(await addressesIn(subject)).toEqual(
      expect.arrayContaining(["/airports/KSFO", "/airports/KJFK"]),
    );
    const time = new Date().toISOString().slice(11, 19).replaceAll(":", "");
    const report = `${time},35000,1939, 092,N 38.205,W121.760`;
    await system.feed(acarsdecLine("TRAFFIC-1", report, { label: "16", msgno: "M08A" }));
    const airframe = await until("a position", async () => {
      const [row] = await sql<{ id: string }[]>`
        select airframe_id as id from messages where latitude is not null and tail = 'N101AB'`;
      return row?.id;
    });
    await page.goto(`${system.url}/map?a=${airframe}`);
    const panel = page.getByRole("region", { name: "N101AB" });
    await panel.getByRole("link", { name: "SFO" }).waitFor();
    expect(await addressesIn(panel)).toContain("/airports/KSFO");
  });

  test("feeders read how their tar1090 shows routes", async () => {
    await page.goto(`${system.url}/heard`);
    const card = page.getByRole("region", { name: "Point your tar1090 at this" });
    await card
      .getByText(`useRouteAPI = true; routeApiUrl = "${system.url}/api/0/routeset";`)
      .waitFor();
    expect(await card.getByRole("button", { name: "Copy" }).count()).toBe(1);
    expect(errors).toEqual([]);
  });
});

async function addressesIn(part: ReturnType<Page["locator"]>): Promise<(string | null)[]> {
  const links = await part.getByRole("link").all();
  return await Promise.all(links.map(async (link) => await link.getAttribute("href")));
}
