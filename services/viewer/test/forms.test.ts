import { describeUnless } from "@jetwire/testbed";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { buildHookMs } from "./built-page.ts";
import { missingBrowser, openSystem, type Person, signUp, type System } from "./system.ts";
import { feedSomeTraffic } from "./traffic.ts";

describeUnless(missingBrowser, "the form of a station's settings", () => {
  let system: System;
  let person: Person;
  let page: Page;
  let address: string;
  beforeAll(async () => {
    system = await openSystem();
    await feedSomeTraffic(system);
    person = await system.newPerson();
    ({ page } = person);
    await signUp(person, system.url, "owner");
    address = `${system.url}/desk/stations/${await ownStation(system, "owner")}`;
  }, buildHookMs);
  afterAll(async () => {
    await system[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    await page.goto(address);
    await page.getByLabel("Latitude").waitFor();
  });

  const save = () => page.getByRole("button", { name: "Save" }).click();

  test("says beside each field what the schema refuses, and goes to the first of them", async () => {
    let sent = 0;
    page.on("request", (request) => (sent += request.method() === "PATCH" ? 1 : 0));
    await page.getByLabel("Latitude").fill("91");
    await page.getByLabel("Longitude").fill("east");
    await save();
    expect(await faultsOf(page)).toEqual({
      Latitude: "must be at most 90",
      Longitude: "must be a number",
    });
    const focused = page.locator(":focus");
    expect(await focused.getAttribute("name")).toBe("latitude");
    expect(sent).toBe(0);
  });

  test("says what is wrong with a field when it is left, until it is changed", async () => {
    const latitude = page.getByLabel("Latitude");
    await latitude.fill("-91");
    await latitude.blur();
    expect(await faultsOf(page)).toEqual({ Latitude: "must be at least -90" });
    await latitude.fill("-9");
    expect(await faultsOf(page)).toEqual({});
  });

  test("says beside its field what the server refuses, until it is changed", async () => {
    await page.route("**/v1/stations/*", async (route) => {
      if (route.request().method() !== "PATCH") return await route.continue();
      const errors = [{ field: "longitude", message: "must be on land" }];
      await route.fulfill(refusal(errors));
    });
    await page.getByLabel("Latitude").fill("1");
    await page.getByLabel("Longitude").fill("2");
    await save();
    await page.getByText("must be on land").waitFor();
    expect(await faultsOf(page)).toEqual({ Longitude: "must be on land" });
    expect(await page.getByRole("alert").count()).toBe(0);
    await page.getByLabel("Longitude").fill("3");
    expect(await faultsOf(page)).toEqual({});
    await page.unroute("**/v1/stations/*");
  });

  test("says above the buttons what the server refuses of a member that is no field", async () => {
    await page.route("**/v1/stations/*", async (route) => {
      if (route.request().method() !== "PATCH") return await route.continue();
      await route.fulfill(refusal([{ field: "countryCode", message: "is unknown" }]));
    });
    await save();
    await expect
      .poll(async () => await page.getByRole("alert").allInnerTexts())
      .toEqual([expect.stringContaining("Invalid body members: countryCode")]);
    await page.unroute("**/v1/stations/*");
  });

  test("stores what was written; an empty field is no value", async () => {
    await page.getByLabel("Latitude").fill(" 51.5 ");
    await page.getByLabel("Longitude").fill("-0.1");
    await page.getByLabel("Hide the station").check();
    await save();
    await page.getByText("Saved.").waitFor();
    expect(await stored(system)).toEqual([{ latitude: 51.5, longitude: -0.1, hidden: true }]);
    await page.getByLabel("Latitude").fill("");
    await page.getByLabel("Longitude").fill("");
    await save();
    await expect
      .poll(async () => await stored(system))
      .toEqual([{ latitude: null, longitude: null, hidden: true }]);
  });

  test("violates no policy", () => {
    expect(person.errors).toEqual([]);
  });
});

/** Returns the faults of the fields, by label, as screen readers tell them. */
async function faultsOf(page: Page): Promise<Record<string, string>> {
  return await page.evaluate(() => {
    const fields = document.querySelectorAll<HTMLInputElement>("[aria-invalid=true]");
    return Object.fromEntries(
      [...fields].map((field) => [
        field.labels?.[0]?.textContent ?? "",
        document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent ?? "",
      ]),
    );
  });
}

function refusal(errors: readonly { field: string; message: string }[]) {
  const detail = `Invalid body members: ${errors.map(({ field }) => field).join(", ")}`;
  const code = "invalid_request";
  return {
    status: 400,
    headers: { "content-type": "application/problem+json" },
    body: JSON.stringify({
      type: "about:blank",
      title: "Invalid request",
      status: 400,
      detail,
      code,
      message: detail,
      requestId: "r-1",
      errors,
    }),
  };
}

/** Makes a user the proven owner of a station, and returns its id. */
async function ownStation({ deployment }: System, username: string): Promise<string> {
  const { sql } = deployment.database;
  const [row] = await sql<{ id: string }[]>`
    update stations
    set account_id = (select id from accounts where username = ${username}), owner_proven = true
    where id = (select id from stations limit 1)
    returning id::text`;
  return row?.id ?? "";
}

async function stored({ deployment }: System): Promise<readonly object[]> {
  const { sql } = deployment.database;
  return [
    ...(await sql`
      select latitude, longitude, hidden from stations where account_id is not null`),
  ];
}
