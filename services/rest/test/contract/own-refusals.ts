import * as db from "@jetwire/db";
import { Problem } from "@jetwire/protocol";
import type { Coverage, Name } from "./coverage.ts";
import { credentialFor } from "./credentials.ts";
import { operatorConflicts, unknownBodies } from "./operator-refusals.ts";
import { gatewayIds } from "./operator-scene.ts";
import { startReplica } from "../rest-under-test.ts";
import { all, named, type Requests } from "./requests.ts";
import { offerRestore } from "./restore-scene.ts";
import type { Scene } from "./scene.ts";

const unknownToken = "u".repeat(43);

/** Returns errors of one endpoint only, or with another cause than elsewhere: the endpoint, the code, and what causes it. */
export function ownRefusals(requests: Requests, met: Coverage, scene: () => Scene) {
  const { askingOf, lastOfMany, problemOf, refusalOf, urlOf } = requests;
  const own: Readonly<Partial<Record<Name, Record<string, () => Promise<Problem>>>>> = {
    readMessage: {
      gone: async () => await problemOf("readMessage", `/v1/messages/${scene().redacted}`),
    },
    drainGateway: {
      conflict: async () => {
        const one = named("drainGateway");
        const other = urlOf(one).replace(gatewayIds[0], gatewayIds[1]);
        await met.answer("drainGateway", other, await credentialFor(scene(), one), askingOf(one));
        return (await refusalOf(one)).problem;
      },
    },
    readConversation: {
      gone: async () =>
        await problemOf("readConversation", `/v1/messages/${scene().redacted}/conversation`),
    },
    listReceipts: {
      not_found: async () => await problemOf("listReceipts", "/v1/receipts?station=2000000"),
    },
    readRouteFilesManifest: {
      not_found: async () => await withoutRoutes("readRouteFilesManifest"),
    },
    readRoutesCsv: { not_found: async () => await withoutRoutes("readRoutesCsv") },
    readRoutesSqlite: { not_found: async () => await withoutRoutes("readRoutesSqlite") },
    issueKey: {
      not_found: async () =>
        (await refusalOf(named("issueKey"), { body: { stationId: 2_000_000 } })).problem,
    },
    reportMessage: {
      not_found: async () => {
        const body = { messageId: crypto.randomUUID(), reason: "other" };
        return (await refusalOf(named("reportMessage"), { body })).problem;
      },
    },
    openSession: {
      unauthorized: async () => await problemOf("openSession", "/v1/auth/sessions", "jw_wrong"),
      forbidden: async () =>
        await problemOf("openSession", "/v1/auth/sessions", (await scene().openSession()).token),
      rate_limited: async () => await lastOfMany("openSession", () => scene().limitedKey),
    },
    readClaimCode: {
      rate_limited: async () => await lastOfMany("readClaimCode", () => null),
    },
    useClaimCode: {
      forbidden: async () => {
        const headers = { origin: "https://elsewhere.example" };
        return (await refusalOf(named("useClaimCode"), { headers })).problem;
      },
      rate_limited: async () => await lastOfMany("useClaimCode", () => null),
    },
    readOwnNetwork: {
      rate_limited: async () => await lastOfMany("readOwnNetwork", () => null),
    },
    readFeeding: {
      rate_limited: async () => await lastOfMany("readFeeding", () => null),
    },
    replaceDestinationSecret: {
      conflict: async () => {
        const { rest } = scene();
        const { accountId, key } = rest;
        const target = { channel: "slack", url: "https://receiver.example/b" } as const;
        const other = { name: "Chat", address: "receiver.example", types: [], ruleIds: [] };
        const { sql } = rest.database.database;
        const chat = await db.destinations.add(sql, { ...other, accountId, target });
        const asked = { method: "POST", body: {} };
        const url = `${rest.url}/v1/destinations/${chat?.id}/secret`;
        return (await met.refusal("replaceDestinationSecret", url, key, asked)).problem;
      },
    },
    disputeClaim: {
      forbidden: async () => {
        const headers = { origin: "https://elsewhere.example" };
        return (await refusalOf(named("disputeClaim"), { headers })).problem;
      },
      rate_limited: async () => await lastOfMany("disputeClaim", () => null),
    },
    stopMails: {
      rate_limited: async () => await lastOfMany("stopMails", () => null),
    },
    readStationBadge: {
      rate_limited: async () => await lastOfMany("readStationBadge", () => null),
    },
    readSignedIn: {
      rate_limited: async () => await lastOfMany("readSignedIn", () => null),
    },
    signOut: {
      rate_limited: async () => await lastOfMany("signOut", () => null),
    },
    askForLink: {
      rate_limited: async () => await lastOfMany("askForLink", () => null),
    },
    openLink: {
      not_found: async () =>
        (await refusalOf(named("openLink"), { body: { token: unknownToken } })).problem,
      gone: async () =>
        (await refusalOf(named("openLink"), { body: { token: scene().usedLink } })).problem,
      rate_limited: async () => await lastOfMany("openLink", () => null),
    },
    setUp: {
      gone: async () => (await refusalOf(named("setUp"))).problem,
      rate_limited: async () => await lastOfMany("setUp", () => null),
    },
    restoreBackup: {
      gone: async () => (await refusalOf(named("restoreBackup"))).problem,
      not_found: async () => await refusedRestore({ name: "20200101T000000Z-0000" }),
      conflict: async () => await refusedRestore({ isAsked: true }),
      rate_limited: async () => await lastOfMany("restoreBackup", () => null),
    },
    startOidc: {
      rate_limited: async () => await lastOfMany("startOidc", () => null),
    },
    signUpByIdentity: {
      rate_limited: async () => await lastOfMany("signUpByIdentity", () => null),
    },
    askToSignInByPasskey: {
      rate_limited: async () => await lastOfMany("askToSignInByPasskey", () => null),
    },
    signInByPasskey: {
      unauthorized: async () => (await refusalOf(named("signInByPasskey"))).problem,
      rate_limited: async () => await lastOfMany("signInByPasskey", () => null),
    },
    askToSignUpByPasskey: {
      rate_limited: async () => await lastOfMany("askToSignUpByPasskey", () => null),
    },
    signUpByPasskey: {
      rate_limited: async () => await lastOfMany("signUpByPasskey", () => null),
    },
    readStorage: { not_found: withoutReport },
    retryDeadLetters: { not_found: async () => await ofLetters("retryDeadLetters") },
    dropDeadLetters: {
      not_found: async () => await ofLetters("dropDeadLetters"),
    },
    reportCspViolation: {
      rate_limited: async () => await lastOfMany("reportCspViolation", () => null),
    },
    refreshSession: {
      unauthorized: async () =>
        (await refusalOf(named("refreshSession"), { body: { refreshToken: "jwr_none" } })).problem,
      rate_limited: async () => await lastOfMany("refreshSession", () => null),
    },
  };

  return Object.entries(own).flatMap(([name, cases]) =>
    Object.entries(cases).map(([code, refused]) => [name, code, refused] as const),
  );

  async function withoutRoutes(name: Name): Promise<Problem> {
    await using closed = await startReplica(scene().rest.database, { PUBLIC_ROUTES: "false" });
    return (await met.refusal(name, urlOf(named(name), closed.url), null, {})).problem;
  }

  /** Asks while chores has measured nothing yet. */
  async function withoutReport(): Promise<Problem> {
    const { sql } = scene().rest.database.database;
    const report = await db.storage.readReport(sql);
    await sql`delete from storage_report`;
    const { problem } = await refusalOf(named("readStorage"));
    if (report !== null) await db.storage.writeReport(sql, report);
    return problem;
  }

  async function refusedRestore(over: Parameters<typeof offerRestore>[1]): Promise<Problem> {
    const { body, undo } = await offerRestore(scene().rest, over);
    const { problem } = await refusalOf(named("restoreBackup"), { body });
    await undo?.();
    return problem;
  }

  async function ofLetters(name: Name): Promise<Problem> {
    const body = { selection: { ids: [999_999] }, reason: "x" };
    return (await refusalOf(named(name), { body })).problem;
  }
}

/** Returns errors of endpoints of operators that follow from tables. */
export function operatorRefusals(requests: Requests, met: Coverage, scene: () => Scene) {
  const { askingOf, byOldSignIn, refusalOf } = requests;
  return [
    ...Object.entries(operatorConflicts).map(([name, make]) => {
      const refused = async () => {
        const one = named(name as Name);
        const { path, body } = await make(scene().rest);
        const url = `${scene().rest.url}/v1/operator/${path}`;
        const asking = { ...askingOf(one), body };
        return (await met.refusal(one[0], url, await credentialFor(scene(), one), asking)).problem;
      };
      return [name, "conflict", refused] as const;
    }),
    ...Object.entries(unknownBodies).map(([name, body]) => {
      const refused = async () => (await refusalOf(named(name as Name), { body })).problem;
      return [name, "not_found", refused] as const;
    }),
    ...all
      .filter(
        ([, { access, refusals }]) => access === "operator" && refusals.includes("sign_in_again"),
      )
      .map(([name]) => {
        // The only change of an account that needs it.
        const body =
          name === "changeOperatorAccount" ? { role: "operator", reason: "x" } : undefined;
        return [name, "sign_in_again", async () => await byOldSignIn(name, body)] as const;
      }),
  ];
}
