import { createOidcClients, createPendingIdentities } from "@jetwire/auth";
import * as db from "@jetwire/db";
import type { Limiters } from "@jetwire/redis";
import type { Logger, Metrics } from "@jetwire/runtime";
import type { AccountChanges } from "../admission/account-changes.ts";
import type { FailureLimit } from "../admission/failure-limit.ts";
import { createFinishSignIn } from "../admission/finish-sign-in.ts";
import type { Background } from "../background.ts";
import type { RestConfig } from "../config.ts";
import type { Read } from "../database-reader.ts";
import type { OidcServices } from "./oidc-callback.ts";
import { createSignInLimits } from "./sign-in-limits.ts";

/** Gives the services of signing in access to the stores. */
export interface SignInOptions {
  /** Reads and writes the primary. */
  readonly write: Read;
  readonly limiters: Limiters;
  readonly failures: FailureLimit;
  readonly changes: AccountChanges;
  readonly background: Background;
}

/** Creates what the routes of people and the callback of providers use. */
export function createSignInServices(
  config: RestConfig,
  { write, limiters, failures, changes, background }: SignInOptions,
  log: Logger,
  metrics: Metrics,
): OidcServices {
  return {
    config,
    write,
    failures,
    background,
    limits: createSignInLimits(limiters, config),
    finishSignIn: createFinishSignIn(write, changes),
    mails: db.mails.createQueue({ log: log.child({ part: "mail" }), metrics }),
    clients: createOidcClients(config.OIDC_PROVIDERS),
    pending: createPendingIdentities(config.SIGNING_KEY_SECRET),
    log: log.child({ part: "oidc" }),
  };
}
