import { Aggregator } from "@jetwire/protocol";
import { createTestDatabase, type TestDatabase } from "@jetwire/testbed";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startReplica } from "./rest-under-test.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

const settings = {
  PUBLIC_URL: "https://jetwire.example",
  FEED_HOST: "feed.jetwire.example",
  OPERATOR_NAME: `Radio <script>alert("1")</script> & Friends`,
  PRIVACY_CONTACT: "privacy@jetwire.example",
  DATA_LICENCE: "ODbL-1.0",
  KEEP_MESSAGES_DAYS: "90",
  KEEP_RAW_DAYS: "1",
  INGEST_UDP_PORTS: "5550,0",
  INGEST_ASF2_PORT: "6001",
};

async function load(url: string) {
  const response = await fetch(url);
  return { response, text: await response.text() };
}

describe("the pages of an operator who has said everything", () => {
  test("/privacy tells who, how long and whom to ask, and runs nothing", async () => {
    await using rest = await startReplica(database, settings);
    const { response, text } = await load(`${rest.url}/privacy`);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(response.headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; /,
    );
    expect(text).toContain("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; Friends");
    expect(text).not.toContain("<script");
    expect(text).toContain('href="mailto:privacy@jetwire.example"');
    expect(text).toContain("Messages: 90 days.");
    expect(text).toContain("for 1 day.");
  });

  test("/licence names the licence with the address of its text", async () => {
    await using rest = await startReplica(database, settings);
    const { text } = await load(`${rest.url}/licence`);
    expect(text).toContain('<a href="https://opendatacommons.org/licenses/odbl/1-0/">ODbL-1.0</a>');
  });

  test("GET /v1/aggregator has the addresses that exist", async () => {
    await using rest = await startReplica(database, settings);
    const response = await fetch(`${rest.url}/v1/aggregator`);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    const body = Aggregator.parse(await response.json());
    expect(body).toMatchObject({
      name: "jetwire.example",
      operator: settings.OPERATOR_NAME,
      contact: settings.PRIVACY_CONTACT,
      accountNeeded: false,
      send: {
        host: "feed.jetwire.example",
        udp: [5550],
        http: "https://jetwire.example/v1/ingest",
        asf2: 6001,
      },
      status: { page: "https://jetwire.example/heard" },
      privacyPolicy: "https://jetwire.example/privacy",
      dataLicence: { name: "ODbL-1.0", page: "https://jetwire.example/licence" },
    });
    for (const path of ["/privacy", "/licence", "/v1/feeding?ident=X", "/v1/status"]) {
      expect([path, (await fetch(rest.url + path)).status]).toEqual([path, 200]);
    }
  });
});

test("an operator who has said nothing is not made to promise anything", async () => {
  await using rest = await startReplica(database, {});
  expect((await load(`${rest.url}/privacy`)).text).toContain("has not named a contact yet");
  expect((await load(`${rest.url}/licence`)).text).toContain("has not stated a licence");
  const body = Aggregator.parse(await (await fetch(`${rest.url}/v1/aggregator`)).json());
  expect(body).toMatchObject({
    operator: null,
    contact: null,
    send: { asf2: null },
    dataLicence: { name: null, url: null },
  });
});
