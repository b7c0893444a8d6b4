import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { createServer, type Server, setDefaultCACertificates } from "node:tls";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { certificateProblem } from "@jetwire/health";
import { createHealth, createLogger, createMetrics } from "@jetwire/runtime";
import { until } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { watchCertificates } from "../src/certificate/watch-certificates.ts";

const dayMs = 86_400_000;
let dir = "";
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "jetwire-certificate-"));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

interface Pair {
  readonly key: string;
  readonly cert: string;
}

/** Returns the time in so many days as openssl reads it. */
function at(days: number): string {
  const digits = new Date(Date.now() + days * dayMs).toISOString().replaceAll(/[-:T]|\..*/g, "");
  return `${digits}Z`;
}

/** Makes a certificate for 127.0.0.1 that signs itself, valid from so many days ago to in so many days. */
async function makePair(fromDays: number, toDays: number): Promise<Pair> {
  const [key, cert] = [join(dir, "key.pem"), join(dir, `${fromDays}-${toDays}.pem`)];
  const request = join(dir, "request.pem");
  const subject = [
    "-subj",
    `/CN=${fromDays} to ${toDays}`,
    "-addext",
    "subjectAltName=IP:127.0.0.1",
  ];
  const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", key];
  execFileSync("openssl", ["req", "-new", ...newKey, ...subject, "-out", request], {
    stdio: "pipe",
  });
  const database = join(dir, `${fromDays}-${toDays}`);
  execFileSync("sh", ["-c", `mkdir -p "$0" && : > "$0/index" && echo 01 > "$0/serial"`, database]);
  const settings = join(database, "settings");
  execFileSync("sh", [
    "-c",
    `printf '[ca]\\ndefault_ca=own\\n[own]\\ndatabase=%s/index\\nserial=%s/serial\\nnew_certs_dir=%s\\ndefault_md=sha256\\npolicy=any\\ncopy_extensions=copy\\n[any]\\ncommonName=supplied\\n' "$0" "$0" "$0" > "$1"`,
    database,
    settings,
  ]);
  const dates = ["-startdate", at(fromDays), "-enddate", at(toDays)];
  const signed = ["-selfsign", "-keyfile", key, "-in", request, "-out", cert, "-notext", "-batch"];
  execFileSync("openssl", ["ca", "-config", settings, ...signed, ...dates], { stdio: "pipe" });
  return { key: await readFile(key, "utf8"), cert: await readFile(cert, "utf8") };
}

async function serve(pair: Pair): Promise<Server> {
  const server = createServer(pair);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

/** Watches a server until disposed. */
function watch(server: Server) {
  const { port } = server.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  const parts = {
    log: createLogger("test", "silent"),
    metrics: createMetrics({}),
    health: createHealth(),
  };
  const stop = new AbortController();
  const config = { PUBLIC_URL: `https://${host}`, CANARY_REALTIME_URL: `wss://${host}` };
  const ended = watchCertificates(config, parts, stop.signal, 50);
  return {
    host,
    text: () => parts.metrics.text(),
    alarm: async () => (await parts.health.readiness()).alarms["certificate"] ?? null,
    async [Symbol.asyncDispose]() {
      stop.abort();
      await ended;
      server.close();
    },
  };
}

test("the certificate of the public address is measured, and an alarm until it is renewed", async () => {
  const [old, renewed] = [await makePair(-89, 1), await makePair(-1, 89)];
  setDefaultCACertificates([old.cert, renewed.cert]);
  const server = await serve(old);
  await using watched = watch(server);
  const { host } = watched;
  await until("the alarm", async () => (await watched.alarm()) !== null);
  expect(await watched.alarm()).toMatch(
    new RegExp(`^The certificate of ${host} expires in 2\\d hours: it should have been renewed$`),
  );
  const text = await watched.text();
  const expires = Number(
    /jetwire_certificate_expires_seconds\{host="[\d.:]+"\} (\S+)/.exec(text)?.[1],
  );
  expect(Math.abs(expires * 1_000 - Date.now() - dayMs)).toBeLessThan(120_000);
  expect(text).toContain(`jetwire_certificate_accepted{host="${host}"} 1`);
  server.setSecureContext(renewed);
  await until("its end", async () => (await watched.alarm()) === null);
});

test("a certificate that clients refuse is an alarm, and so is one that has expired", async () => {
  const [stranger, expired] = [await makePair(-2, 80), await makePair(-80, -1)];
  const server = await serve(stranger);
  await using watched = watch(server);
  await until("the alarm", async () => (await watched.alarm()) !== null);
  expect(await watched.alarm()).toMatch(
    /^Clients refuse the certificate of .* \(\w*SELF_SIGNED\w*\)$/,
  );
  expect(await watched.text()).toContain(`jetwire_certificate_accepted{host="${watched.host}"} 0`);
  server.setSecureContext(expired);
  await until("the next one", async () => (await watched.alarm())?.includes("has expired"));
});

test.each([
  ["90 days, 20 left", 90, 20, null],
  ["90 days, 13 left", 90, 13, "expires in 13 days: it should have been renewed"],
  ["6 days, 3 left, because such are renewed late", 6, 3, null],
  ["6 days, 20 hours left", 6, 20 / 24, "expires in 20 hours: it should have been renewed"],
])("a certificate of %s", (_name, lifetime, left, expected) => {
  const nowMs = Date.UTC(2026, 0, 1);
  const expiresMs = nowMs + left * dayMs;
  const certificate = {
    beginsMs: expiresMs - lifetime * dayMs,
    expiresMs,
    refusal: null,
    names: [],
  };
  const problem = certificateProblem("example.org", certificate, nowMs);
  expect(problem?.replace("The certificate of example.org ", "") ?? null).toBe(expected);
});
