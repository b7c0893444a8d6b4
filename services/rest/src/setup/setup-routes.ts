import { randomUUID } from "node:crypto";
import * as db from "@jetwire/db";
import { AppError, endpoints } from "@jetwire/protocol";
import { CachedValue, mailIsConfigured } from "@jetwire/runtime";
import { requireOwnPage } from "../admission/web-sessions.ts";
import type { RestConfig } from "../config.ts";
import type { Read } from "../database-reader.ts";
import { type RestRequest, type Route, route } from "../route.ts";
import { nameTaken } from "../sign-in/admit-sign-up.ts";
import { readSignedInUser, type SignInServices } from "../sign-in/sign-in-routes.ts";
import type { Restores } from "./restores.ts";
import type { SetupCodes } from "./setup-code.ts";

/** Everybody may ask: Postgres is asked at most once in this time. */
const ttlMs = 1_000;

/** Tells whether nobody may operate the service. */
type SetupNeed = ReturnType<typeof createSetupNeed>;

/** Creates the answer to everybody who asks whether the service waits for its set-up. */
export function createSetupNeed(write: Read) {
  return new CachedValue(async () => (await write(db.setup.readSalt)) !== null, { ttlMs });
}

/** The parts of a request by which a code is checked. */
type StepRequest = Pick<RestRequest, "header" | "address" | "ip">;

interface SetupServices {
  readonly codes: SetupCodes;
  readonly need: SetupNeed;
  readonly restores: Restores;
}

/** `/v1/setup`: the account of the first operator, and what is set up. */
export function setupRoutes(
  { write, failures, limits, finishSignIn }: SignInServices,
  { codes, need, restores }: SetupServices,
  config: RestConfig,
): Route[] {
  /** Checks the code of the first operator. Returns what it was derived from. */
  async function checkCode(request: StepRequest, code: string): Promise<string> {
    requireOwnPage(request);
    await limits.consumeStep(request.ip);
    const salt = await write(db.setup.readSalt);
    if (salt === null) throw setupIsDone();
    const isRight = await failures.check(request.ip, async () => codes.isOf(salt, code) || null);
    if (isRight === null) throw wrongCode();
    return salt;
  }

  return [
    route(endpoints.readSetup, async () => {
      const isNeeded = await need.get();
      return { body: { isNeeded, restore: isNeeded ? await restores.state() : null } };
    }),
    route(endpoints.restoreBackup, async (request) => {
      const { code, name, recoveryKey } = request.body;
      await checkCode(request, code);
      await restores.ask(name, recoveryKey);
      return { body: { name } };
    }),
    route(endpoints.setUp, async (request) => {
      const { code, username } = request.body;
      const salt = await checkCode(request, code);
      const id = randomUUID();
      const result = await write((sql) => db.setup.makeFirstOperator(sql, salt, { id, username }));
      need.forget();
      if (result === "name-taken") throw nameTaken();
      if (result === "done") throw setupIsDone();
      const headers = await finishSignIn(request, id);
      return { body: await readSignedInUser(write, id), headers };
    }),
    route(endpoints.readSetupState, async (_request, { accountId }) => {
      const { PUBLIC_URL: url, REST_WS_URL: realtimeUrl = null, FEED_HOST, SIGN_UP } = config;
      const { newest, backups, stations } = await write(async (sql) => ({
        newest: await db.mails.readNewest(sql, accountId),
        backups: await db.backups.readState(sql),
        stations: await db.setup.countReceived(sql),
      }));
      return {
        body: {
          publicUrl: url ?? null,
          realtimeUrl,
          feedHost: FEED_HOST ?? (url === undefined ? null : new URL(url).hostname),
          signUp: SIGN_UP,
          mail: { configured: mailIsConfigured(config), newest },
          backups: backups && {
            store: backups.store,
            count: backups.count,
            newest: backups.newest && {
              name: backups.newest.name,
              takenAt: backups.newest.takenAt,
            },
            problem: backups.problem,
          },
          stations,
        },
      };
    }),
  ];
}

function setupIsDone(): AppError {
  return new AppError("gone", "This service is set up: its operator gives out other roles");
}

function wrongCode(): AppError {
  const message = "is not the code: rest writes it into its log each time it starts";
  return new AppError("invalid_request", "The code is wrong", {
    errors: [{ field: "code", message }],
  });
}
