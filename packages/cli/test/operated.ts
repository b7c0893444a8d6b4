import {
  createTestDatabase,
  type OperatedRest,
  startOperatedRest,
  type TestDatabase,
} from "@jetwire/testbed";
import { type Ran, runJetwire } from "./run-jetwire.ts";

/** A service with the key of its host, and a command line that knows both. */
export interface Operated extends AsyncDisposable, TestDatabase {
  /** The variables of a command line on the host. */
  readonly env: OperatedRest & Readonly<Record<string, string>>;
  jetwire(...args: readonly string[]): Promise<Ran>;
}

/** Starts REST with these variables on a database of its own. */
export async function startOperated(
  environment: Readonly<Record<string, string>> = {},
): Promise<Operated> {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await createTestDatabase());
  const { url: databaseUrl, redisUrl, namespace } = database;
  const rest = stack.use(
    await startOperatedRest({ databaseUrl, redisUrl, namespace }, environment),
  );
  const { JETWIRE_URL, JETWIRE_KEY } = rest;
  const servers = { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, JETWIRE_NAMESPACE: namespace };
  const env = { ...servers, JETWIRE_URL, JETWIRE_KEY, ...environment };
  const opened = stack.move();
  return {
    ...database,
    env,
    jetwire: (...args) => runJetwire(args, { env }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
