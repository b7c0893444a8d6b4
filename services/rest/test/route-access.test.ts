import { expect, test } from "vitest";
import { startRest } from "./rest-under-test.ts";

test("requests without a credential are limited by address", async () => {
  const proxy = "127.0.0.1";
  await using limited = await startRest({ REST_OPEN_PER_MINUTE: "2", REST_TRUSTED_PROXIES: proxy });
  const askFrom = async (address: string, path: string) => {
    const headers = { "x-forwarded-for": address, "x-forwarded-proto": "https" };
    return (await fetch(limited.url + path, { headers })).status;
  };
  expect(await askFrom("2001:db8::1", "/v0/callsign/A1")).toBe(404);
  expect(await askFrom("2001:db8::2", "/v1/routes/A1B")).toBe(404);
  // A host with one address of a /64 has all of them.
  expect(await askFrom("2001:db8::3", "/v0/callsign/A1")).toBe(429);
  expect(await askFrom("2001:db8::4", "/v1/routes/A1B")).toBe(429);
  expect(await askFrom("2001:db8:1::1", "/v1/routes/A1B")).toBe(404);
});

test("an operator can switch them off", async () => {
  await using closed = await startRest({ PUBLIC_ROUTES: "false" });
  for (const path of ["/v0/callsign/UAL901", "/api/0/route/UAL901", "/v1/routes/UAL901"]) {
    expect((await fetch(closed.url + path)).status).toBe(404);
  }
});
