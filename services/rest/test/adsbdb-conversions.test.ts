import { afterAll, beforeAll, expect, test } from "vitest";
import { type RestUnderTest, startRest } from "./rest-under-test.ts";

let rest: RestUnderTest;
beforeAll(async () => {
  rest = await startRest();
});
afterAll(() => rest[Symbol.asyncDispose]());

async function answer(path: string): Promise<[number, unknown]> {
  const response = await fetch(rest.url + path);
  const { response: body } = (await response.json()) as { response: unknown };
  return [response.status, body];
}

test("adsbdb's forms convert addresses and registrations of the USA, and say that the service is online", async () => {
  expect(await answer("/v0/mode-s/acd2d3")).toEqual([200, "N925XJ"]);
  expect(await answer("/v0/n-number/n1235f")).toEqual([200, "A061E4"]);
  expect(await answer("/v0/mode-s/CCD2D3")).toEqual([200, ""]);
  expect(await answer("/v0/n-number/N0")).toEqual([200, ""]);
  expect(await answer("/v0/mode-s/JCD2D3")).toEqual([400, "invalid modeS: JCD2D3"]);
  expect(await answer("/v0/n-number/A1235F")).toEqual([400, "invalid n_number: A1235F"]);
  const online = { uptime: expect.any(Number) as number, api_version: "0.6.5" };
  expect(await answer("/v0/online")).toEqual([200, online]);
});
