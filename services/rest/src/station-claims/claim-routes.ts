import { createHash, randomInt } from "node:crypto";
import * as db from "@jetwire/db";
import type { Sql } from "@jetwire/db";
import { AppError, endpoints, type StationClaim } from "@jetwire/protocol";
import { hashNetwork } from "@jetwire/runtime";
import type { AccountChanges } from "../admission/account-changes.ts";
import type { FailureLimit } from "../admission/failure-limit.ts";
import type { Read } from "../database-reader.ts";
import { refuseOtherOrigins } from "../http/request-origin.ts";
import { type Route, route } from "../route.ts";
import {
  type ClaimToProve,
  isGiven,
  notifyProven,
  proofFaults,
  proveByAddress,
} from "./claim-proof.ts";

/** Gives the routes of claims access to accounts and limits. */
export interface ClaimServices {
  /** Writes to the primary. */
  readonly write: Read;
  readonly changes: AccountChanges;
  readonly failures: FailureLimit;
  /** The address of the web page, with which links begin; undefined if it is not configured. */
  readonly publicUrl: string | undefined;
  /** The key of the hashes by which ingest stores networks; without it the operator decides. */
  readonly secret: string | undefined;
}

const codeSeconds = 900;
const codeAlphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const codeGroups = 3;
const codeGroupLength = 4;

/**
 * Claims of stations. A claim is proven by a request from the network that sent under the ident first, for days.
 * Otherwise the operator decides, because idents are public, and the source addresses of datagrams
 * can be forged.
 */
export function claimRoutes(services: ClaimServices): Route[] {
  const { write, changes, failures, publicUrl, secret } = services;

  async function announceProven(sql: Sql, claim: ClaimToProve): Promise<StationClaim> {
    const proven = await readClaim(sql, claim);
    await notifyProven(sql, claim, proven);
    changes.notificationAdded(claim.accountId);
    return proven;
  }

  /** Looks up a code. An address that guesses codes is limited. */
  async function requireCode<Found>(
    ip: string,
    find: (sql: Sql) => Promise<Found | null>,
  ): Promise<Found> {
    const found = await failures.check(ip, async () => await write(find));
    if (found !== null) return found;
    throw new AppError("not_found", "The claim code is not valid, or has expired");
  }

  return [
    route(endpoints.claimStation, async (request, { accountId }) => {
      const { params, body, ip } = request;
      const { id } = params;
      const { note = null, prove } = body;
      if (prove) refuseOtherOrigins(request);
      const asked = { stationId: id, accountId, note };
      return {
        body: await write(async (sql) => {
          const claim = await requireClaim(sql, asked);
          if (!prove || secret === undefined) return claim;
          const proof = await proveByAddress(sql, { id: claim.id, accountId }, { ip, secret });
          const made = { id: claim.id, accountId };
          return isGiven(proof) ? await announceProven(sql, made) : await readClaim(sql, made);
        }),
      };
    }),
    route(endpoints.issueClaimCode, async (request, { accountId }) => {
      const { id } = request.params;
      const code = makeCode();
      const expiresAt = await write(async (sql) => {
        const { id: claimId } = await requireClaim(sql, { stationId: id, accountId, note: null });
        return await db.claims.issueCode(sql, {
          claimId,
          codeHash: hashOf(code),
          seconds: codeSeconds,
        });
      });
      const url = `${publicUrl ?? ""}/c/${code}`;
      return { body: { code, url, expiresAt } };
    }),
    route(endpoints.readClaimCode, async ({ params: { code }, ip }) => {
      const network = secret === undefined ? null : hashNetwork(ip, secret);
      return {
        body: await requireCode(ip, (sql) => db.claims.describeCode(sql, hashOf(code), network)),
      };
    }),
    route(endpoints.useClaimCode, async (request) => {
      const { code } = request.params;
      const claim = await requireCode(request.ip, (sql) => db.claims.findByCode(sql, hashOf(code)));
      if (secret === undefined) throw notProven("this service does not compare addresses");
      const by = { ip: request.ip, secret };
      return {
        body: await write(async (sql) => {
          const proof = await proveByAddress(sql, claim, by);
          if (!isGiven(proof)) throw notProven(proofFaults[proof]);
          return await announceProven(sql, claim);
        }),
      };
    }),
    route(endpoints.listClaims, async (_request, { accountId }) => ({
      body: await write((sql) => db.claims.list(sql, accountId)),
    })),
  ];
}

function notProven(fault: string): AppError {
  return new AppError("forbidden", `Not proven: ${fault}. The claim waits`);
}

async function requireClaim(
  sql: Sql,
  asked: Parameters<typeof db.claims.request>[1],
): Promise<StationClaim> {
  const result = await db.claims.request(sql, asked);
  switch (result.status) {
    case "requested":
      return result.claim;
    case "unknown-station":
      throw new AppError("not_found", "Station not found");
    case "owned":
      throw new AppError("forbidden", "The station has an owner: ask the operator to move it");
    case "too-many":
      throw new AppError("forbidden", "Too many of your claims are pending");
  }
}

async function readClaim(
  sql: Sql,
  { id, accountId }: { id: string; accountId: string },
): Promise<StationClaim> {
  const claim = (await db.claims.list(sql, accountId)).find((one) => one.id === id);
  if (claim === undefined) throw new Error("a claim that was just approved is missing");
  return claim;
}

function makeCode(): string {
  return Array.from({ length: codeGroups }, makeCodeGroup).join("-");
}

function makeCodeGroup(): string {
  const characters = Array.from(
    { length: codeGroupLength },
    () => codeAlphabet[randomInt(codeAlphabet.length)],
  );
  return characters.join("");
}

function hashOf(code: string): Buffer {
  return createHash("sha256").update(code).digest();
}
