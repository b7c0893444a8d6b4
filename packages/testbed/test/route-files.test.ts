import { type ChildProcess, spawn } from "node:child_process";
import { hash } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { RouteFilesManifest } from "@jetwire/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startOperatedRest } from "../src/deployment/operated-rest.ts";
import { type Deployment, jetwire, programOf, startDeployment, until } from "../src/index.ts";

/** Enough for a file of several stored parts. */
const routes = 12_000;
const licence = "Open Database License, 1.0";
const open = { REST_OPEN_PER_MINUTE: "10000", ROUTES_LICENCE: licence };
let running: Deployment;
let other: Awaited<ReturnType<typeof startOperatedRest>>;
let folder: string;

beforeAll(async () => {
  running = await startDeployment({ gateways: 0, environment: open });
  folder = await mkdtemp(join(tmpdir(), "jetwire-route-files-"));
  await running.database.sql`
    insert into usual_routes (callsign, departure, destination, flights, weekdays, last_on)
    select 'UAL' || n, 'KSFO', 'KJFK', 3, '{3,0,0,0,0,0,0}'::integer[], current_date from generate_series(1, ${routes}) n
    union all select 'UAL1', 'KSFO', 'EGLL', 1, '{0,1,0,0,0,0,0}', current_date - 100
    union all select 'AB"1', 'XX', 'KJFK', 1, '{0,1,0,0,0,0,0}', current_date - 100`;
  // Its first run is at the start.
  await running.startWorker("chores", open);
  await until(
    "a snapshot",
    async () => (await running.database.sql`select 1 from route_snapshots`)[0],
  );
  other = await startOperatedRest(running, open);
});
afterAll(async () => {
  await other[Symbol.asyncDispose]();
  await running[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const filesUrl = (base: string) => `${base}/v1/routes/files`;

async function readManifest() {
  const response = await fetch(`${filesUrl(running.restUrl)}/manifest.json`);
  return RouteFilesManifest.parse(await response.json());
}

async function load(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

test("the files have the checksums and sizes of the manifest, at every replica", async () => {
  const manifest = await readManifest();
  expect(manifest).toMatchObject({ format: 1, routes: routes + 2, licence });
  expect(manifest.files.map(({ name }) => name)).toEqual(["routes.csv", "routes.sqlite"]);
  for (const { name, bytes: size, sha256 } of manifest.files) {
    const at = await load(`${filesUrl(running.restUrl)}/${name}`);
    const there = await load(`${filesUrl(other.JETWIRE_URL)}/${name}`);
    expect(at.bytes.length).toBe(size);
    expect(size).toBeGreaterThan(2 * 262_144);
    expect(hash("sha256", at.bytes)).toBe(sha256);
    expect(there.bytes.equals(at.bytes)).toBe(true);
    expect(there.response.headers.get("etag")).toBe(`"${sha256}"`);
    expect(there.response.headers.get("access-control-allow-origin")).toBe("*");
  }
});

test("CSV and SQLite have the same routes", async () => {
  const csv = (await load(`${filesUrl(running.restUrl)}/routes.csv`)).bytes.toString().split("\n");
  expect(csv[0]).toMatch(/^callsign,departure,departure_iata,.*,monday,.*,last_on,sure$/);
  expect(csv).toHaveLength(routes + 4);
  const today = new Date().toISOString().slice(0, 10);
  expect(csv).toContain(`UAL7,KSFO,SFO,KJFK,JFK,3,3,0,0,0,0,0,0,${today},0.86`);
  expect(csv[1]).toMatch(/^AB1,XX,,KJFK,JFK,1,/);
  const path = join(folder, "read.sqlite");
  await writeFile(path, (await load(`${filesUrl(running.restUrl)}/routes.sqlite`)).bytes);
  using sqlite = new DatabaseSync(path, { readOnly: true });
  expect(sqlite.prepare("select count(*) as n from routes").get()?.["n"]).toBe(routes + 2);
  expect(sqlite.prepare("select * from routes where callsign = 'UAL7'").get()).toMatchObject({
    departure: "KSFO",
    monday: 3,
    last_on: today,
    sure: 0.86,
  });
  expect(sqlite.prepare("select value from about where name = 'licence'").get()).toMatchObject({
    value: licence,
  });
  expect(sqlite.prepare("select iata from airports where code = 'EGLL'").get()?.["iata"]).toBe(
    "LHR",
  );
});

test("ranges, tags and HEAD answer as HTTP says", async () => {
  const url = `${filesUrl(running.restUrl)}/routes.csv`;
  const { response, bytes } = await load(url);
  const tag = response.headers.get("etag") ?? "";
  const part = await load(url, { range: "bytes=262000-262300" });
  expect(part.response.status).toBe(206);
  expect(part.response.headers.get("content-range")).toBe(`bytes 262000-262300/${bytes.length}`);
  expect(part.bytes.equals(bytes.subarray(262_000, 262_301))).toBe(true);
  const end = await load(url, { range: "bytes=-10" });
  expect(end.bytes.equals(bytes.subarray(-10))).toBe(true);
  expect((await load(url, { range: `bytes=${bytes.length}-` })).response.status).toBe(416);
  expect((await load(url, { range: "bytes=5-9", "if-range": tag })).bytes).toHaveLength(5);
  const stale = await load(url, { range: "bytes=5-9", "if-range": '"old"' });
  expect([stale.response.status, stale.bytes.length]).toEqual([200, bytes.length]);
  expect((await load(url, { "if-none-match": tag })).response.status).toBe(304);
  const head = await fetch(url, { method: "HEAD" });
  expect(head.headers.get("content-length")).toBe(String(bytes.length));
  expect(Date.parse(head.headers.get("last-modified") ?? "")).toBeGreaterThan(Date.now() - 600_000);
  const preflight = await fetch(url, {
    method: "OPTIONS",
    headers: { origin: "https://map.example", "access-control-request-method": "GET" },
  });
  expect(preflight.headers.get("access-control-allow-headers")).toContain("Range");
  expect((await load(`${filesUrl(running.restUrl)}/routes.zip`)).response.status).toBe(404);
});

test("the manifest is sent again only if it has changed", async () => {
  const url = `${filesUrl(running.restUrl)}/manifest.json`;
  const first = await fetch(url);
  const modified = first.headers.get("last-modified") ?? "";
  expect(first.headers.get("content-length")).toBe(String((await first.arrayBuffer()).byteLength));
  const askSince = async (since: string) => {
    // `fetch` adds `Cache-Control: no-cache` to such a request by itself.
    const headers = { "If-Modified-Since": since, "Cache-Control": "max-age=0" };
    const { status } = await fetch(url, { headers });
    return status;
  };
  expect(await askSince(modified)).toBe(304);
  expect(await askSince(new Date(Date.parse(modified) - 1_000).toUTCString())).toBe(200);
});

test("nothing is given out if routes are not public", async () => {
  await using closed = await startOperatedRest(running, { PUBLIC_ROUTES: "false" });
  const { response } = await load(`${filesUrl(closed.JETWIRE_URL)}/routes.csv`);
  expect([401, 404]).toContain(response.status);
});

test("a run on the same day makes no second file, and old files are deleted", async () => {
  const before = await readManifest();
  expect(await jetwire(running, "chores", "run", "make-route-files")).toMatchObject({
    result: { routes: 0 },
  });
  expect((await readManifest()).madeAt).toBe(before.madeAt);
  const { sql } = running.database;
  await sql`insert into route_file_parts values ('closed', 0, 'x', now() - interval '2 days')`;
  await sql`
    insert into route_snapshots select made_at - interval '40 hours', manifest from route_snapshots
    union all select made_at - interval '60 hours', manifest from route_snapshots`;
  await sql`update route_snapshots set made_at = made_at - interval '1 day'`;
  await sql`
    update route_snapshots set manifest = jsonb_set(manifest, '{madeAt}', '"2026-01-01T00:00:00.000Z"')`;
  await jetwire(running, "chores", "run", "make-route-files");
  const rows = await sql<{ snapshots: number; old: number }[]>`
    select (select count(*) from route_snapshots)::integer as snapshots,
      (select count(*) from route_file_parts where sha256 = 'closed')::integer as old`;
  expect(rows[0]).toEqual({ snapshots: 2, old: 0 });
});

/** Passes requests on to an instance, and changes its answers. */
async function startProxy(
  change: (path: string, bytes: Buffer) => Buffer | "cut",
): Promise<{ url: string; ranges: (string | undefined)[] } & AsyncDisposable> {
  const ranges: (string | undefined)[] = [];
  const server: Server = createServer((request, response) => {
    void (async () => {
      const headers = Object.entries(request.headers).filter(([name]) => /range/.test(name));
      if (request.url?.includes("routes.") === true) ranges.push(request.headers.range);
      const answer = await load(
        other.JETWIRE_URL + request.url,
        Object.fromEntries(headers) as never,
      );
      const changed = change(request.url ?? "", answer.bytes);
      response.writeHead(answer.response.status, { "content-length": answer.bytes.length });
      if (changed !== "cut") return void response.end(changed);
      response.write(answer.bytes.subarray(0, 300_000), () => response.destroy());
    })();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    ranges,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await server[Symbol.asyncDispose]();
    },
  };
}

test("jetwire routes fetch continues an interrupted download, and loads nothing that it has", async () => {
  const to = join(folder, "resumed.sqlite");
  let cuts = 0;
  await using proxy = await startProxy((path, bytes) =>
    path.endsWith(".sqlite") && cuts++ === 0 ? "cut" : bytes,
  );
  expect(await jetwire(running, "routes", "fetch", proxy.url, "--to", to)).toMatchObject({
    error: { code: "unavailable", message: expect.stringContaining("interrupted") as string },
  });
  const { size } = await stat(`${to}.part`);
  expect(size).toBeGreaterThan(0);
  const fetched = await jetwire(running, "routes", "fetch", proxy.url, "--to", to);
  expect(proxy.ranges).toEqual([undefined, `bytes=${size}-`]);
  expect(fetched).toMatchObject({ isNew: true, licence });
  expect(hash("sha256", await readFile(to))).toBe((fetched as { sha256: string }).sha256);
  expect(await jetwire(running, "routes", "fetch", proxy.url, "--to", to)).toMatchObject({
    isNew: false,
  });
  expect(proxy.ranges).toHaveLength(2);
});

test("jetwire routes fetch notices a damaged download, and leaves the file as it was", async () => {
  const to = join(folder, "damaged.csv");
  await writeFile(to, "as it was");
  await using proxy = await startProxy((path, bytes) => {
    if (path.endsWith(".csv")) bytes.write("X", 1_000);
    return bytes;
  });
  expect(await jetwire(running, "routes", "fetch", proxy.url, "--to", to)).toMatchObject({
    error: { code: "unavailable", message: expect.stringContaining("checksum") as string },
  });
  expect(await readFile(to, "utf8")).toBe("as it was");
  expect((await readdir(folder)).filter((name) => name.startsWith("damaged"))).toEqual([
    "damaged.csv",
  ]);
});

async function startServe(file: string): Promise<{ url: string; child: ChildProcess }> {
  const argv = [programOf("jetwire"), "routes", "serve", file, "--port", "0"];
  const child = spawn(process.execPath, argv, { stdio: ["ignore", "ignore", "pipe"] });
  for await (const line of createInterface({ input: child.stderr })) {
    const url = /http:\S+/.exec(line)?.[0];
    if (url !== undefined) return { url, child };
  }
  throw new Error("the command has ended");
}

test("jetwire routes serve answers tar1090 from the file, also from one that replaces it", async () => {
  const to = join(folder, "served.sqlite");
  await jetwire(running, "routes", "fetch", running.restUrl, "--to", to);
  const { url, child } = await startServe(to);
  const ask = async (body: unknown) => {
    const response = await fetch(url, { method: "POST", body: JSON.stringify(body) });
    return { status: response.status, body: await response.json() };
  };
  const planes = [
    { callsign: "UAL0007", lat: 40, lng: -100 },
    { callsign: "UAL1", lat: 51, lng: 0 },
    { callsign: "XYZ9" },
  ];
  const asked = await ask({ planes });
  expect(asked).toMatchObject({
    status: 200,
    body: [
      { callsign: "UAL0007", airport_codes: "KSFO-KJFK", plausible: true },
      { airport_codes: "KSFO-KJFK", plausible: false },
      { airport_codes: "unknown" },
    ],
  });
  const online = await fetch(`${running.restUrl}/api/0/routeset`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ planes }),
  });
  expect(asked.body).toEqual(await online.json());
  expect((await ask({ planes: "none" })).status).toBe(400);
  expect((await fetch(url)).status).toBe(405);

  using file = new DatabaseSync(to);
  file.exec("delete from routes where callsign = 'UAL7'");
  const fetched = await jetwire(running, "routes", "fetch", running.restUrl, "--to", to);
  expect(fetched).toMatchObject({ isNew: true });
  expect((await ask({ planes: [{ callsign: "UAL7" }] })).body).toMatchObject([
    { airport_codes: "KSFO-KJFK" },
  ]);
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
});
