import { execFile } from "node:child_process";
import { chmod, chown, copyFile, mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Database, migrate } from "@jetwire/db";
import { freePorts, startPostgres, startRedis } from "@jetwire/launcher";
import { createLogger } from "@jetwire/runtime";
import { isInstalled } from "../checks/is-installed.ts";
import { until } from "../checks/until.ts";
import { startTcpProxy, type TcpProxy } from "./tcp-proxy.ts";
import { randomNamespace, type TestDatabase } from "./test-database.ts";
import { openTestRedis } from "./test-redis.ts";
import { withPort } from "./with-port.ts";

const run = promisify(execFile);
const log = createLogger("test", "silent");
const ignore = (): void => undefined;

/** A Redis and a Postgres that are near, and can also be reached by TLS through a link from far away. */
export interface EncryptedServers extends TestDatabase {
  /** The certificate of both servers, for `localhost`, in PEM. Nothing trusts it by default. */
  readonly certificate: string;
  /** The addresses from far away, with TLS. */
  readonly far: { readonly redisUrl: string; readonly databaseUrl: string };
  /** The links of these addresses. */
  readonly links: readonly TcpProxy[];
}

/** Returns what is missing to start encrypted servers, as one line; null if nothing is. */
export async function missingForEncryption(redisUrl: string): Promise<string | null> {
  if (!isInstalled("openssl", "version")) return "no openssl on the PATH";
  await using redis = await openTestRedis(redisUrl);
  const known = (await redis.call("CONFIG", "GET", "tls-port")) as readonly string[];
  return known.length > 0 ? null : "a Redis that was built without TLS";
}

/** Starts the servers with a certificate of their own. Disposal stops them and removes their data. */
export async function startEncryptedServers(): Promise<EncryptedServers> {
  await using stack = new AsyncDisposableStack();
  const dir = await mkdtemp(join(tmpdir(), "jetwire-encrypted-"));
  stack.defer(() => rm(dir, { recursive: true, force: true }));
  // As root, Postgres runs as a system user, who has to pass through.
  await chmod(dir, 0o711);
  const certificate = join(dir, "certificate.pem");
  const keys = { redis: join(dir, "redis.key"), postgres: join(dir, "postgres.key") };
  await makeCertificate(certificate, keys.redis);
  await copyFile(keys.redis, keys.postgres);

  const [tlsPort = 0] = await freePorts(1);
  const redis = stack.use(await startRedis({ dir: join(dir, "redis"), port: 0, log: ignore }));
  await using near = await openTestRedis(redis.url);
  const settings = {
    "tls-cert-file": certificate,
    "tls-key-file": keys.redis,
    "tls-auth-clients": "no",
    "tls-port": String(tlsPort),
  };
  await near.call("CONFIG", "SET", ...Object.entries(settings).flat());

  const data = join(dir, "postgres");
  const postgres = stack.use(
    await startPostgres({ dir: data, port: 0, log: ignore, expendable: true }),
  );
  await migrate(postgres.url);
  const database = stack.use(
    new Database(postgres.url, { log, max: 4, statementTimeoutMs: 60_000 }),
  );
  const [row] = await database.sql<{ folder: string }[]>`
    select current_setting('data_directory') as folder`;
  // Postgres reads only a key that nobody else can read.
  const { uid, gid } = await stat(row?.folder ?? "");
  await chown(keys.postgres, uid, gid);
  await database.sql.unsafe(`alter system set ssl_cert_file = '${certificate}'`);
  await database.sql.unsafe(`alter system set ssl_key_file = '${keys.postgres}'`);
  await database.sql.unsafe("alter system set ssl = on");
  await database.sql`select pg_reload_conf()`;
  await until("Postgres to have reloaded its settings", async () => {
    const [setting] = await database.sql<{ ssl: string }[]>`select current_setting('ssl') as ssl`;
    return setting?.ssl === "on";
  });

  const link = async (port: number) => stack.use(await startTcpProxy({ host: "127.0.0.1", port }));
  const [redisLink, postgresLink] = [await link(tlsPort), await link(postgres.port)];
  const farDatabase = new URL(withPort(postgres.url, postgresLink.port));
  // The name in the certificate.
  farDatabase.hostname = "localhost";
  farDatabase.searchParams.set("sslmode", "verify-full");
  const started = stack.move();
  return {
    url: postgres.url,
    database,
    namespace: randomNamespace(),
    redisUrl: redis.url,
    certificate: await readFile(certificate, "utf8"),
    far: { redisUrl: `rediss://localhost:${redisLink.port}`, databaseUrl: farDatabase.href },
    links: [redisLink, postgresLink],
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}

/** Makes a certificate that its own key has signed. */
async function makeCertificate(certificate: string, key: string): Promise<void> {
  const request = "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost";
  await run("openssl", [...request.split(" "), "-keyout", key, "-out", certificate]);
  await chmod(key, 0o600);
  await chmod(certificate, 0o644);
}
