import { once } from "node:events";
import { rm } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import * as db from "@jetwire/db";
import { MessageIds, pageTitles } from "@jetwire/protocol";
import { hostileText, createSeededRandom, storeMessages, testMessage } from "@jetwire/testbed";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startApp } from "./app-under-test.ts";
import { builtPage, pageOptions, script } from "./built-page.ts";
import { type RestUnderTest, startRest } from "./rest-under-test.ts";

const ids = new MessageIds(() => Date.now() - 3_600_000);

let folder: AsyncDisposable & { path: string };
let rest: RestUnderTest;

beforeAll(async () => {
  folder = await builtPage();
  rest = await startRest({
    REST_VIEWER_DIR: folder.path,
    REST_WS_URL: "wss://ws.example.org/",
    MAP_TILES_URL: "https://tiles.example.org/{z}/{x}/{y}.pbf",
  });
});
afterAll(async () => {
  await rest[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

async function load(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(rest.url + path, { headers });
  const text = await response.text();
  return { response, status: response.status, text, title: /<title>(.*)<\/title>/.exec(text)?.[1] };
}

/** Returns the content of a tag of the head, with its entities. */
function tag(text: string, name: string): string | undefined {
  return new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`).exec(text)?.[1];
}

async function store(values: Parameters<typeof testMessage>[0]): Promise<string> {
  const message = testMessage({ stationId: rest.stationId, ...values, id: ids.next(0) });
  await storeMessages(rest.database.database.sql, [{ message, flightKey: null }]);
  return message.id;
}

describe("the policy of the web page", () => {
  test("allows files of this origin, the realtime interface and the tile server only", async () => {
    const { response } = await load("/");
    expect(response.headers.get("content-security-policy")).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https://tiles.example.org; " +
        "font-src 'self'; connect-src 'self' wss://ws.example.org https://ws.example.org https://tiles.example.org; " +
        "manifest-src 'self'; worker-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; " +
        "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types default; report-uri /v1/csp-reports",
    );
    const permissions = response.headers.get("permissions-policy") ?? "";
    expect(permissions).toContain("publickey-credentials-get=(self)");
    expect(permissions.match(/=\(self\)/g)).toHaveLength(2);
    expect(permissions).toContain("geolocation=()");
  });

  test.each([
    ["127.0.0.1:8080", "ws://127.0.0.1:8081 http://127.0.0.1:8081;", "ws://127.0.0.1:8081"],
    ["[::1]:8080", "ws://[::1]:8081 http://[::1]:8081;", "ws://[::1]:8081"],
    [
      "jetwire.example",
      "ws://jetwire.example:81 http://jetwire.example:81;",
      "ws://jetwire.example:81",
    ],
    ["a; script-src *", "'self';", undefined],
    ["a:99999", "'self';", undefined],
  ])(
    "allows the next port to the page of %s, if no realtime interface is configured",
    async (host, origins, realtime) => {
      await using app = await startApp([], { webPage: pageOptions(folder.path) });
      // The library's own fetch sets Host by itself.
      const [response] = (await once(
        request({ port: app.port, headers: { host } }).end(),
        "response",
      )) as [IncomingMessage];
      const policy = String(response.headers["content-security-policy"]);
      expect(policy).toContain(`connect-src 'self'${origins === "'self';" ? ";" : ` ${origins}`}`);
      const text = Buffer.concat(await response.toArray()).toString();
      expect(tag(text, "jetwire-realtime")).toBe(realtime);
    },
  );
});

describe("the paths of the web page", () => {
  test.each(Object.entries(pageTitles))("%s is answered with the page", async (path, title) => {
    await using app = await startApp([], { webPage: pageOptions(folder.path) });
    const response = await fetch(app.url + path.replaceAll(/:\w+/g, "AB23"));
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("no-cache");
    const text = await response.text();
    expect(text).toContain(`<title>${title} · Jetwire</title>`);
    expect(text).toContain("<body>page</body>");
    expect(tag(text, "og:title")).toBe(`${title} · Jetwire`);
    expect(tag(text, "og:image")).toBe(`${app.url}/og.png`);
  });

  test("is previewed by its configured address, whatever Host a request names", async () => {
    const publicUrl = "https://jetwire.example";
    await using app = await startApp([], { webPage: { ...pageOptions(folder.path), publicUrl } });
    const headers = { host: "elsewhere.example" };
    const sent = request({ port: app.port, path: "/map", headers }).end();
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    const text = Buffer.concat(await response.toArray()).toString();
    expect(tag(text, "og:url")).toBe(`${publicUrl}/map`);
    expect(tag(text, "og:image")).toBe(`${publicUrl}/og.png`);
  });

  test("a person who follows a dead link gets the page with 404, a program a problem", async () => {
    const person = await load("/no/such/page", { accept: "text/html,*/*;q=0.8" });
    expect([person.status, person.title]).toEqual([404, "Page not found · Jetwire"]);
    const program = await load("/no/such/page");
    expect(program.status).toBe(404);
    expect(program.response.headers.get("content-type")).toContain("application/problem+json");
  });

  test("a page that is not built is answered with 503", async () => {
    await using app = await startApp([], { webPage: pageOptions(join(folder.path, "none")) });
    expect((await fetch(app.url)).status).toBe(503);
  });
});

describe("pages about one thing", () => {
  test("a message is described by its aircraft, its content and its time", async () => {
    const description = `REQUEST FL390 ${"and more ".repeat(40)}`;
    const id = await store({
      tail: "N156VN",
      timestamp: "2026-11-21T12:59:03.250Z",
      decoded: {
        by: "decoder",
        decoder: "libacars",
        level: "full",
        application: "cpdlc",
        description,
        items: [],
      },
    });
    const { status, title, text } = await load(`/messages/${id}`);
    expect(status).toBe(200);
    expect(title).toMatch(/^N156VN REQUEST FL390/);
    expect(tag(text, "description")).toHaveLength(160);
    expect(tag(text, "og:description")).toMatch(/^REQUEST FL390 and more/);
    expect(tag(text, "og:url")).toBe(`${rest.url}/messages/${id}`);
    expect(tag(text, "jetwire-realtime")).toBe("wss://ws.example.org");
    expect(tag(text, "jetwire-tiles")).toBe("https://tiles.example.org/{z}/{x}/{y}.pbf");
  });

  test("a flight, its airframe, its airline and a station are described", async () => {
    const { sql } = rest.database.database;
    const airframeId = db.stableIds.ofAirframe("A1AEF6");
    const flightId = db.stableIds.ofFlight("A1AEF6", "UAL123", 1);
    await sql`
      insert into airframes (id, icao, tail, type, owner) values (${airframeId}, 'A1AEF6', 'N156VN', 'B763', 'FedEx')`;
    await sql`
      insert into flights (id, flight_key, flight, airframe_id, departing_airport, destination_airport,
        first_received_at, last_received_at)
      values (${flightId}, 'UAL123', 'UA0123', ${airframeId}, 'SFO', 'EWR', now(), now())`;
    expect((await load(`/flights/${flightId}`)).title).toBe("UAL123 SFO–EWR · Jetwire");
    const airframe = await load("/airframes/a1aef6");
    expect(airframe.title).toBe("N156VN (A1AEF6) · Jetwire");
    expect(tag(airframe.text, "description")).toContain("of FedEx");
    expect((await load("/airlines/UAL")).title).toBe("United Airlines (UAL) · Jetwire");
    const airport = await load("/airports/sfo");
    expect(airport.title).toBe("San Francisco International Airport (KSFO) · Jetwire");
    const station = await load(`/stations/${rest.stationId}`);
    expect(station.title).toBe("AB-KSFO1 station · Jetwire");
  });

  test.each([
    `/messages/${ids.next(0)}`,
    "/messages/no-id",
    "/flights/7c5c3c3e-6f0a-4d0e-9d59-0a0b0c0d0e0f",
    "/airframes/ABCDEF",
    "/airlines/Q",
    "/airports/QQQQ",
    "/stations/999999",
    "/stations/x",
  ])("%s, which does not exist, is the page with 404", async (path) => {
    const { status, title, text } = await load(path);
    expect(status).toBe(404);
    expect(title).toMatch(/ not found · Jetwire$/);
    expect(text).toContain("<body>page</body>");
  });

  test("a redacted message is the page with 410, and nothing of it is shown", async () => {
    const id = await store({ tail: "N-REDACTED" });
    const { sql } = rest.database.database;
    await db.redactions.redact(sql, { ids: [id] }, { reason: "for a test", by: "nobody" });
    const { status, title, text } = await load(`/messages/${id}`);
    expect([status, title]).toEqual([410, "Message removed · Jetwire"]);
    expect(text).not.toContain("N-REDACTED");
  });

  test("a hidden station and its messages do not exist", async () => {
    const { sql } = rest.database.database;
    const [hidden] = await sql<{ id: number }[]>`
      insert into stations (ident, hidden) values ('AB-HIDDEN', true) returning id`;
    const id = await store({ stationId: hidden?.id ?? 0, tail: "N-HIDDEN" });
    for (const path of [`/stations/${hidden?.id}`, `/messages/${id}`]) {
      await expect.poll(async () => (await load(path)).status).toBe(404);
      expect((await load(path)).text).not.toContain("HIDDEN");
    }
  });

  test("texts of senders cannot leave their attribute", async () => {
    const random = createSeededRandom(7);
    const texts = ['"><script>alert(1)</script>', "$& $1 $$", "a\u202eb\u0000c\nd", "\ud800"];
    for (const text of [...texts, ...Array.from({ length: 20 }, () => hostileText(random, 100))]) {
      const storable = text.toWellFormed().replaceAll("\u0000", "");
      const id = await store({ tail: storable.slice(0, 200) });
      const { status, text: page } = await load(`/messages/${id}`);
      expect(status).toBe(200);
      const head = /<head>(.*)<\/head>/s.exec(page)?.[1] ?? "";
      const withoutTags = head.replaceAll(
        /<title>[^<]*<\/title>|<meta (?:name|property)="[\w:-]+" content="[^"<>]*">/g,
        "",
      );
      expect(withoutTags).toBe("");
      expect(head).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    }
  });

  test("above the limit of a network, and with PUBLIC_VIEWER=false, descriptions are general", async () => {
    const id = await store({ tail: "N-LIMIT" });
    await using closed = await startRest({ REST_VIEWER_DIR: folder.path, PUBLIC_VIEWER: "false" });
    expect(await (await fetch(`${closed.url}/stations/${closed.stationId}`)).text()).toContain(
      "<title>Station · Jetwire</title>",
    );
    await expect
      .poll(async () => (await load(`/messages/${id}`)).title, { interval: 1, timeout: 20_000 })
      .toBe("Message · Jetwire");
  });
});

describe("files of the web page", () => {
  test("hashed files are kept for a year, others are revalidated", async () => {
    const asset = await load("/assets/app-4f3a.js");
    expect(asset.response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    const icon = await load("/icon.svg");
    expect(icon.response.headers.get("cache-control")).toBe("no-cache");
    const etag = icon.response.headers.get("etag") ?? "";
    const again = await fetch(`${rest.url}/icon.svg`, {
      headers: { "if-none-match": etag, "cache-control": "max-age=0" },
    });
    expect(again.status).toBe(304);
  });

  test.each([
    ["br, gzip", "br"],
    ["gzip, br;q=0.1", "br"],
    ["gzip", "gzip"],
    ["identity", null],
  ])(
    "a client that accepts %s gets the file that the build compressed",
    async (accept, encoding) => {
      const { response, text } = await load("/assets/app-4f3a.js", { "accept-encoding": accept });
      expect(response.headers.get("content-encoding")).toBe(encoding);
      expect(response.headers.get("content-type")).toContain("text/javascript");
      expect(response.headers.get("vary")).toContain("Accept-Encoding");
      expect(text).toBe(script);
    },
  );

  test("files outside of the page, and files whose names begin with a dot, are not served", async () => {
    for (const path of ["/.secret", "/..%2f..%2fetc%2fpasswd", "/assets/none.js", "/assets/%"]) {
      const { status, text } = await load(path, { accept: "text/html" });
      expect(status).toBeGreaterThanOrEqual(400);
      expect(text).not.toContain("secret of");
    }
  });

  test("a compressed file that was removed since the start is answered with a readable 404", async () => {
    await using other = await builtPage();
    await using app = await startApp([], { webPage: pageOptions(other.path) });
    await rm(join(other.path, "assets"), { recursive: true });
    const response = await fetch(`${app.url}/assets/app-4f3a.js`, {
      headers: { "accept-encoding": "br" },
    });
    expect(response.status).toBe(404);
    expect(((await response.json()) as { code: string }).code).toBe("not_found");
  });
});
