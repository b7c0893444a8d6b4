import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, request } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "@jetwire/testbed";

export interface Pair {
  readonly key: string;
  readonly cert: string;
}

const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
const openssl = (...args: string[]) => execFileSync("openssl", args, { stdio: "pipe" });

/** Makes an authority of its own, which signs certificates. */
export async function makeAuthority() {
  const dir = await mkdtemp(join(tmpdir(), "jetwire-authority-"));
  const [key, cert] = [join(dir, "ca.key"), join(dir, "ca.pem")];
  openssl("req", "-x509", ...newKey, "-keyout", key, "-out", cert, "-days", "2", "-subj", "/CN=CA");
  return {
    cert: await readFile(cert, "utf8"),
    /** Signs a certificate for `DNS:…` that ends in so many days. */
    async sign(name: string, days: number): Promise<Pair> {
      const [own, asked, signed] = ["own.key", "own.csr", "own.pem"].map((file) => join(dir, file));
      const names = ["-subj", "/CN=service", "-addext", `subjectAltName=${name}`];
      openssl("req", "-new", ...newKey, "-keyout", own ?? "", "-out", asked ?? "", ...names);
      const by = ["-CA", cert, "-CAkey", key, "-copy_extensions", "copy", "-days", String(days)];
      openssl("x509", "-req", "-in", asked ?? "", ...by, "-out", signed ?? "");
      return {
        key: await readFile(own ?? "", "utf8"),
        cert: await readFile(signed ?? "", "utf8"),
      };
    },
    [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }),
  };
}

/** The ports of the services behind a balancer. */
export interface Behind {
  rest: number;
  ingest: number;
  gateway: number;
}

/** Starts what the balancer of a deployment is: HTTPS in front of the services, and plain HTTP that leads to it. */
export async function startFront(pair: Pair) {
  let behind: Behind | null = null;
  const portFor = (url = "/"): number => {
    if (url.startsWith("/socket.io/")) return behind?.gateway ?? 0;
    return (url.startsWith("/v1/ingest") ? behind?.ingest : behind?.rest) ?? 0;
  };
  const passOn = ({ url, method, headers }: IncomingMessage) =>
    request({ port: portFor(url), host: "127.0.0.1", path: url, method, headers });
  const secure = createSecureServer(pair, (asked, answer) => {
    const passed = passOn(asked);
    passed.on("response", (from) => {
      answer.writeHead(from.statusCode ?? 502, from.headers);
      from.pipe(answer);
    });
    passed.on("error", () => answer.writeHead(502).end());
    asked.pipe(passed);
  });
  secure.on("upgrade", (asked, socket) => {
    const lines = Object.entries(asked.headers).map(([name, value]) => `${name}: ${String(value)}`);
    const upstream = connect(portFor(asked.url), "127.0.0.1");
    upstream.on("error", () => socket.destroy());
    socket.on("error", () => upstream.destroy());
    upstream.write(`GET ${asked.url} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
    upstream.pipe(socket).pipe(upstream);
  });
  secure.listen(0, "127.0.0.1");
  await once(secure, "listening");
  const { port } = secure.address() as AddressInfo;
  const plain = createServer((_, answer) =>
    answer.writeHead(308, { location: `https://localhost:${port}/` }).end(),
  );
  plain.listen(0, "127.0.0.1");
  await once(plain, "listening");
  return {
    port,
    plainPort: (plain.address() as AddressInfo).port,
    leadTo: (services: Behind) => void (behind = services),
    use: (other: Pair) => secure.setSecureContext(other),
    async [Symbol.asyncDispose]() {
      for (const server of [secure, plain]) {
        server.closeAllConnections();
        server.close();
      }
      await until("the servers to end", () => Promise.resolve(!secure.listening));
    },
  };
}
