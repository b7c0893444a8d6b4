import type { Stores } from "@jetwire/redis";
import type { AccountChanges } from "../admission/account-changes.ts";
import type { RequestAdmission } from "../admission/admission.ts";
import type { RestConfig } from "../config.ts";
import { erasureRoutes } from "../delayed-steps/erasures.ts";
import type { Route } from "../route.ts";
import type { SignInServices } from "../sign-in/sign-in-routes.ts";
import { accountExportRoute } from "./account-export-route.ts";
import { accountRoutes } from "./account-routes.ts";
import { keyRoutes } from "./key-routes.ts";

/** Gives the routes of accounts access to the stores. */
export interface AccountServices {
  readonly config: RestConfig;
  readonly admission: Pick<RequestAdmission, "limits">;
  /** Stores on the connection of limiters. */
  readonly counters: Pick<Stores, "requestCounts" | "quotas">;
  readonly signIn: SignInServices;
  readonly changes: AccountChanges;
}

/** The own account: its limits, its keys, its export and its erasure. */
export function accountTopic(services: AccountServices): Route[] {
  const { config, admission, counters, signIn, changes } = services;
  const { write } = signIn;
  return [
    ...accountRoutes(write, admission.limits, counters, config),
    ...keyRoutes(write, changes),
    accountExportRoute(write),
    ...erasureRoutes({ ...signIn, changes }),
  ];
}
