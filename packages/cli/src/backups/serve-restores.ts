import process from "node:process";
import {
  makeRecoveryKey,
  type Manifest,
  openRequest,
  readCatalog,
  recipientOf,
  restoreBackup,
  type RestoreOffer,
  restoreSecrets,
  type Store,
} from "@jetwire/backup";
import * as db from "@jetwire/db";
import type { RestoreState } from "@jetwire/protocol";
import { emptyNamespace, openStores, type RedisConnection, type Stores } from "@jetwire/redis";
import { pause, readVariable } from "@jetwire/runtime";
import type { Call, CommandOutput } from "../command.ts";
import { connectRedis, withDatabase } from "../connections.ts";
import { readAccess } from "../commands/migrate.ts";
import { CliError } from "../cli-error.ts";
import type { Servers } from "../servers.ts";
import { hasTarget, readBackupSettings } from "./backup-settings.ts";

/*
 * `jetwire restore serve`: restores what the page of the first operator asks for, as the owner of the database, which no
 * service is. It ends when somebody operates the service.
 */

const offerMs = 1_000;
/** Postgres is asked this often whether somebody operates the service. */
const operatedMs = 5_000;
/** The store is read anew this often. */
const catalogMs = 60_000;
const shownMax = 100;
const runMsMax = 48 * 3_600_000;
const endedMsMax = 120_000;
const endedCheckMs = 500;
const problemCharsMax = 500;
const secretsName = "secrets/signing-key-secret";

interface Serving {
  readonly store: Store;
  readonly servers: Servers;
  readonly redis: RedisConnection;
  readonly desk: Stores["restoreDesk"];
  readonly processes: Stores["processes"];
  readonly access: ReturnType<typeof readAccess>;
  /** The secret by which this deployment encrypts its signing keys; undefined if it is not known here. */
  readonly signingKeySecret: string | undefined;
  readonly log: (line: string) => void;
}

/** Offers restores until somebody operates the service, or the process is asked to end. */
export async function serveRestores(call: Call): Promise<CommandOutput> {
  if (!hasTarget(call)) {
    return {
      value: { restored: null },
      text: "BACKUP_TARGET is not set: there is nothing to offer",
    };
  }
  const { store } = readBackupSettings(call);
  const servers = call.servers();
  if (servers.redisUrl === null) throw new CliError("no_servers", "REDIS_URL is not set");
  const access = readAccess(call);
  // A process that ended between both steps of an exchange leaves this to its next start.
  await access.grant(servers.databaseUrl);
  await using redis = await connectRedis(servers.redisUrl);
  const { restoreDesk: desk, processes } = openStores(redis, servers.namespace);
  const log = (line: string) => void call.terminal.stderr.write(`jetwire: ${line}\n`);
  const signingKeySecret = readVariable("SIGNING_KEY_SECRET", call.terminal.env);
  const restored = await offerRestores({
    store,
    servers,
    redis,
    desk,
    processes,
    access,
    signingKeySecret,
    log,
  });
  const text = restored === null ? "somebody operates the service" : `restored ${restored}`;
  return { value: { restored }, text };
}

/** Returns the name of the back-up that was restored; null if somebody operates the service without one. */
async function offerRestores(serving: Serving): Promise<string | null> {
  const { store, servers, desk, log } = serving;
  const identity = await makeRecoveryKey();
  const ended = new AbortController();
  const end = () => ended.abort();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, end);
  await using stack = new AsyncDisposableStack();
  stack.defer(() => void process.off("SIGINT", end).off("SIGTERM", end));
  let catalog: { readonly at: number; readonly backups: readonly Manifest[] } | null = null;
  let running: RestoreState["running"] = null;
  let problem: string | null = null;
  let storeProblem: string | null = null;

  async function offer(): Promise<void> {
    const backups = (catalog?.backups ?? []).slice(0, shownMax).map(shownBackup);
    const state: RestoreState = { backups, running, problem: problem ?? storeProblem };
    const written: RestoreOffer = { recipient: identity.recipient, state };
    await desk.writeOffer(JSON.stringify(written)).catch(() => {});
  }

  async function readStore(): Promise<void> {
    if (catalog !== null && performance.now() - catalog.at < catalogMs) return;
    try {
      catalog = { at: performance.now(), backups: (await readCatalog(store)).backups };
      storeProblem = null;
    } catch (error) {
      catalog = { at: performance.now(), backups: [] };
      storeProblem = `the store cannot be read: ${reasonOf(error)}`;
    }
  }

  /** Restores what was asked for. @returns whether it succeeded */
  async function carryOut(sealed: string): Promise<string | null> {
    problem = null;
    // The offer is renewed while it runs, so that its progress is shown.
    const shown = setInterval(() => void offer(), offerMs);
    try {
      const { name, recoveryKey } = await openRequest(sealed, identity.key);
      const backup = catalog?.backups.find((one) => one.name === name);
      if (backup === undefined) throw new Error(`the store has no back-up ${name}`);
      running = { name, step: "loading", bytes: 0, bytesTotal: backup.database.bytes };
      log(`restores ${name}`);
      await restore(serving, backup, recoveryKey, {
        onBytes(bytes) {
          running = { name, step: "loading", bytes, bytesTotal: backup.database.bytes };
        },
        async onExchange() {
          const { bytes } = backup.database;
          running = { name, step: "exchanging", bytes, bytesTotal: bytes };
          await offer();
        },
      });
      return name;
    } catch (error) {
      problem = reasonOf(error);
      log(`the restore has failed: ${problem}`);
      return null;
    } finally {
      clearInterval(shown);
      running = null;
    }
  }

  log(`offers the back-ups of ${store.address} until somebody operates the service`);
  for (let checkedMs = Number.NEGATIVE_INFINITY; !ended.signal.aborted;) {
    if (performance.now() - checkedMs >= operatedMs) {
      const salt = await withDatabase(servers, db.setup.readSalt).catch(() => undefined);
      if (salt === null) return null;
      checkedMs = performance.now();
    }
    await readStore();
    await offer();
    const sealed = await desk.takeRequest().catch(() => null);
    const restored = sealed === null ? null : await carryOut(sealed);
    if (restored !== null) return restored;
    await pause(offerMs, ended.signal);
  }
  return null;
}

/** Loads a back-up beside, has all services end, exchanges the databases, and lets the services start. */
async function restore(
  serving: Serving,
  backup: Manifest,
  key: string,
  progress: { onBytes(bytes: number): void; onExchange(): Promise<void> },
): Promise<void> {
  const { store, servers, redis, access, log } = serving;
  if ((await recipientOf(key)) !== backup.recipient) {
    throw new Error("the recovery key is not that of this back-up");
  }
  const isSameSecret = await hasSameSecret(serving, backup, key);
  await using stack = new AsyncDisposableStack();
  const { former } = await restoreBackup(store, backup, {
    databaseUrl: servers.databaseUrl,
    key,
    signal: AbortSignal.timeout(runMsMax),
    replace: false,
    onBytes: progress.onBytes,
    // Nobody could open them. New ones are made, and tokens that they have signed end.
    prepare: async (databaseUrl) => {
      if (!isSameSecret) await withDatabase({ databaseUrl }, db.signingKeys.removeAll);
    },
    async disconnect() {
      await progress.onExchange();
      stack.use(await pauseServices(serving));
      await emptyNamespace(redis, servers.namespace);
    },
  });
  await access.grant(servers.databaseUrl);
  log(`restored ${backup.name}; the former database is ${former ?? "dropped"}`);
}

/** Returns whether the signing keys of a back-up are encrypted by the secret of this deployment. */
async function hasSameSecret(
  { store, signingKeySecret }: Serving,
  backup: Manifest,
  key: string,
): Promise<boolean> {
  const secrets = await restoreSecrets(store, backup, key);
  const former = secrets?.[secretsName]?.trim();
  return former !== undefined && former === signingKeySecret;
}

/** Has all services end, and keeps those from starting that their supervisor starts. Disposal lets them start. */
async function pauseServices({ desk, processes, servers }: Serving): Promise<AsyncDisposable> {
  await using stack = new AsyncDisposableStack();
  const renewal = setInterval(() => void desk.pauseServices().catch(() => {}), 5_000);
  stack.defer(async () => {
    clearInterval(renewal);
    await desk.releaseServices().catch(() => {});
  });
  await desk.pauseServices();
  const name = db.backups.databaseNameOf(servers.databaseUrl);
  const server = db.backups.siblingUrl(servers.databaseUrl, "postgres");
  const untilMs = performance.now() + endedMsMax;
  for (;;) {
    const alive = (await processes.list()).map(({ service }) => service);
    const connected = await db.backups.listConnected(server, name);
    if (alive.length === 0 && connected.length === 0) return stack.move();
    if (performance.now() > untilMs) {
      const names = [...new Set([...alive, ...connected])].join(", ");
      throw new Error(`these have not ended within ${endedMsMax / 1_000} s: ${names}`);
    }
    await pause(endedCheckMs);
  }
}

function shownBackup({ name, takenAt, database }: Manifest): RestoreState["backups"][number] {
  return { name, takenAt, bytes: database.bytes };
}

function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.slice(0, problemCharsMax);
}
