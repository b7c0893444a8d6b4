import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setDefaultCACertificates } from "node:tls";
import { freePorts, startDeployment } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeAuthority, startFront } from "./public-scene.ts";
import { type Ran, runJetwire } from "./run-jetwire.ts";

interface Looked {
  ok: boolean;
  checks: { check: string; result: string; what: string; todo: string | null }[];
  notes: string[];
}

const stack = new AsyncDisposableStack();
let front: Awaited<ReturnType<typeof startFront>>;
let authority: Awaited<ReturnType<typeof makeAuthority>>;
let valid: { key: string; cert: string };
let restUrl = "";
let [tcpPort = 0, udpPort = 0, closedPort = 0]: number[] = [];

beforeAll(async () => {
  authority = stack.use(await makeAuthority());
  setDefaultCACertificates([authority.cert]);
  valid = await authority.sign("DNS:localhost", 40);
  front = stack.use(await startFront(valid));
  const viewer = await mkdtemp(join(tmpdir(), "jetwire-page-"));
  stack.defer(() => rm(viewer, { recursive: true, force: true }));
  await writeFile(join(viewer, "index.html"), "<html><head><title>Jetwire</title></head></html>");
  let httpPort = 0;
  [tcpPort = 0, udpPort = 0, closedPort = 0, httpPort = 0] = await freePorts(4);
  const jw = stack.use(
    await startDeployment({
      environment: {
        PUBLIC_URL: `https://localhost:${front.port}`,
        REST_WS_URL: `wss://localhost:${front.port}`,
        REST_VIEWER_DIR: viewer,
        FEED_HOST: "127.0.0.1",
        INGEST_TCP_PORTS: String(tcpPort),
        INGEST_UDP_PORTS: String(udpPort),
        INGEST_HTTP_PORT: String(httpPort),
      },
    }),
  );
  restUrl = jw.restUrl;
  const [rest = 0, gateway = 0] = [jw.restUrl, jw.gatewayUrls[0] ?? ""].map((url) =>
    Number(new URL(url).port),
  );
  front.leadTo({ rest, ingest: httpPort, gateway });
}, 120_000);
afterAll(() => stack.disposeAsync());

const look = async (address: string, ...options: string[]) =>
  await runJetwire(["doctor", "--public", address, "--json", ...options]);
const lookedBy = (ran: Ran) => ran.json() as Looked;
const resultOf = (ran: Ran, name: string) =>
  lookedBy(ran).checks.find(({ check }) => check === name);
const failedIn = (ran: Ran) =>
  lookedBy(ran)
    .checks.filter(({ result }) => result === "failed")
    .map(({ check }) => check);

test("a service is looked at through its name, without servers and without a key", async () => {
  const ran = await look(`https://localhost:${front.port}`, "--http-port", `${front.plainPort}`);
  const { checks, notes } = lookedBy(ran);
  const passed = checks.filter(({ result }) => result === "passed").map(({ check }) => check);
  expect(passed).toEqual([
    "connection",
    "certificate",
    "redirect",
    "page",
    "status",
    "address",
    "realtime",
    "ingest",
    "tcp",
  ]);
  // This machine is not public, and without an ident nothing is sent by UDP.
  expect(checks.filter(({ result }) => result === "warning").map(({ check }) => check)).toEqual([
    "dns",
    "feed-name",
  ]);
  expect(resultOf(ran, "arrival")).toMatchObject({ result: "skipped" });
  expect(notes).toEqual([expect.stringMatching(/^This is the host of the service itself/)]);
  expect(ran.code).toBe(0);
});

test("messages of a station show which ports they arrive from", async () => {
  const ran = await look(`https://localhost:${front.port}`, "--ident", "DOCTOR-1");
  expect(resultOf(ran, "arrival")).toMatchObject({ result: "passed" });
}, 60_000);

test("closed ports among open ones are named, each with what to do", async () => {
  const [firstClosed = 0, secondClosed = 0] = await freePorts(2);
  await using partly = await publishing({
    tcp: [tcpPort, closedPort],
    udp: [udpPort, firstClosed, secondClosed],
  });
  const ran = await look(partly.address, "--ident", "DOCTOR-2");
  expect(resultOf(ran, "tcp")).toEqual({
    check: "tcp",
    result: "failed",
    what: `127.0.0.1 does not accept connections on ${closedPort}/tcp: connection refused`,
    todo: "publish it (LISTEN_ADDRESS=0.0.0.0), and open it in firewalls and routers",
  });
  expect(resultOf(ran, "arrival")).toEqual({
    check: "arrival",
    result: "failed",
    what: `Test messages to ${firstClosed}/udp of 127.0.0.1, ${secondClosed}/udp of 127.0.0.1 have not arrived`,
    todo: "open it in firewalls and routers, and publish it for UDP too",
  });
  expect(ran.code).toBe(1);
}, 120_000);

test("each fault of a certificate has its own remedy", async () => {
  const address = `https://localhost:${front.port}`;
  const faulty = async (pair: typeof valid) => {
    front.use(pair);
    const ran = await look(address);
    return { ...resultOf(ran, "certificate"), code: ran.code };
  };
  expect(await faulty(await authority.sign("DNS:localhost", -1))).toMatchObject({
    what: "The certificate of localhost has expired: no client connects",
    todo: expect.stringContaining("renews"),
    code: 1,
  });
  expect(await faulty(await authority.sign("DNS:other.example.org", 40))).toMatchObject({
    what: expect.stringContaining("(ERR_TLS_CERT_ALTNAME_INVALID)"),
    todo: "it is for DNS:other.example.org: get one for localhost, or correct DOMAIN",
    code: 1,
  });
  await using stranger = await makeAuthority();
  expect(await faulty(await stranger.sign("DNS:localhost", 40))).toMatchObject({
    todo: expect.stringMatching(/NODE_EXTRA_CA_CERTS|whole chain/),
    code: 1,
  });
  front.use(valid);
});

test("nothing that is behind a closed port is looked at", async () => {
  const ran = await look(`https://localhost:${closedPort}`);
  expect(resultOf(ran, "connection")).toMatchObject({
    what: `127.0.0.1 does not accept connections on port ${closedPort}: connection refused`,
    todo: expect.stringContaining("LISTEN_ADDRESS=0.0.0.0"),
  });
  expect(new Set(failedIn(ran))).toEqual(new Set(["connection"]));
  expect(ran.code).toBe(1);
});

test("HTTP in place of HTTPS, and another program, are named", async () => {
  await using other = await serve("<html>This is another program\u001b[2J</html>", "text/html");
  const asEncrypted = await look(`https://localhost:${other.port}`);
  expect(resultOf(asEncrypted, "certificate")).toMatchObject({
    what: expect.stringMatching(/shows no certificate .*: it does not speak TLS$/),
  });
  const asPlain = await look(`http://localhost:${other.port}`);
  expect(failedIn(asPlain)).toEqual(["page", "status"]);
  expect(resultOf(asPlain, "certificate")).toMatchObject({ result: "warning" });
  expect(resultOf(asPlain, "status")).toMatchObject({
    what: "/v1/status cannot be read: what it answers is not Jetwire's",
  });
});

test("what a hostile service answers neither controls the terminal nor is waited for", async () => {
  const degraded = [{ part: "a\u001b[2J", reason: "b\n\nc".padEnd(5_000, "d") }];
  const body = JSON.stringify({ realtime: null, degraded });
  await using hostile = await serve(body, "application/json");
  const args = ["doctor", "--public", `http://localhost:${hostile.port}`];
  const { stdout } = await runJetwire(args);
  expect(stdout).not.toContain("\u001b");
  expect(stdout).toMatch(/^✗ The service says of a \[2J: b c(d+)…$/m);
  const silent = createServer(() => {});
  silent.listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  const ran = await look(`http://localhost:${port}`, "--timeout", "1");
  expect(resultOf(ran, "page")).toMatchObject({
    what: "The page does not answer: no answer in time",
  });
  silent.close();
});

test("a name without an address, and an address that is none, are refused or named", async () => {
  const ran = await look("https://nothing.invalid", "--timeout", "2");
  expect(resultOf(ran, "dns")).toMatchObject({
    result: "failed",
    what: expect.stringMatching(/^nothing\.invalid has no address/),
  });
  expect(ran.code).toBe(1);
  expect((await look("https://")).code).toBe(2);
  expect((await look("https://user:secret@localhost")).code).toBe(2);
});

/** Serves what the deployment serves, but tells feeders of these ports, as if a firewall closed some of them. */
async function publishing(ports: { tcp: number[]; udp: number[] }) {
  const server = createHttpServer((asked, answer) => {
    const passOn = async () => {
      const path = asked.url ?? "/";
      const got = await fetch(new URL(path, restUrl), { method: asked.method ?? "GET" });
      const text = await got.text();
      const body = path.startsWith("/v1/aggregator") ? withPorts(text, ports) : text;
      answer.writeHead(got.status, { "content-type": got.headers.get("content-type") ?? "" });
      answer.end(body);
    };
    passOn().catch(() => answer.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      return Promise.resolve();
    },
  };
}

function withPorts(text: string, ports: { tcp: number[]; udp: number[] }): string {
  const given = JSON.parse(text) as { send: object };
  return JSON.stringify({ ...given, send: { ...given.send, ...ports } });
}

async function serve(body: string, type: string) {
  const server = createHttpServer((_, answer) =>
    answer.writeHead(200, { "content-type": type }).end(body),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      return Promise.resolve();
    },
  };
}
