import { hashLinkToken } from "@jetwire/auth";
import * as db from "@jetwire/db";
import type { MailQueue, StoredLink } from "@jetwire/db";
import {
  AppError,
  endpoints,
  type OpenedLink,
  type Profile,
  type ShownLink,
  type SignedInUser,
} from "@jetwire/protocol";
import { bindBrowser } from "../admission/before-cookie.ts";
import { readCookie } from "../admission/cookies.ts";
import type { FailureLimit } from "../admission/failure-limit.ts";
import type { FinishSignIn } from "../admission/finish-sign-in.ts";
import { type CookieRequest, requireOwnPage } from "../admission/web-sessions.ts";
import type { Background } from "../background.ts";
import type { Read } from "../database-reader.ts";
import { type JsonAnswer, type Route, route } from "../route.ts";
import { admitSignUp, emailTaken, invitationUsed, nameTaken } from "./admit-sign-up.ts";
import { mailNewSignInMethod } from "./mail-new-sign-in-method.ts";
import { sendAskedLink } from "./send-link.ts";
import type { SignInLimits } from "./sign-in-limits.ts";
import { requireMail, type SignInConfig } from "./sign-in-methods.ts";

/** Gives the routes of people access to accounts, limits and cookies. */
export interface SignInServices {
  readonly config: SignInConfig;
  /** Reads and writes the primary. */
  readonly write: Read;
  readonly limits: SignInLimits;
  readonly failures: FailureLimit;
  readonly finishSignIn: FinishSignIn;
  readonly background: Background;
  readonly mails: MailQueue;
}

/** `/v1/auth/email` and `/v1/auth/link`: signing in and up by a link. */
export function signInRoutes(services: SignInServices): Route[] {
  const { config, write, limits, failures, finishSignIn, background, mails } = services;

  async function requireLink(token: string, ip: string): Promise<StoredLink & { hash: Buffer }> {
    const hash = hashLinkToken(token);
    if (hash === null) throw unknownLink();
    const link = await failures.check(
      ip,
      async () => await write((sql) => db.signIn.readLink(sql, hash)),
    );
    if (link === null) throw unknownLink();
    return { ...link, hash };
  }

  async function readAccount(accountId: string): Promise<Profile | null> {
    return await write((sql) => db.profiles.read(sql, accountId));
  }

  /** Reports a new address to the one before. */
  function mailChange({ id: accountId, username, email: to }: Profile, name: string): void {
    const way = { accountId, username, to, way: "sign-in", name } as const;
    mailNewSignInMethod(services, way);
  }

  return [
    route(endpoints.askForLink, async (request) => {
      requireOwnPage(request);
      const { ip, body } = request;
      const { email, username, invitation } = body;
      const publicUrl = requireMail(config);
      await limits.consumeLink(ip);
      const { invitationHash } =
        username === undefined
          ? { invitationHash: null }
          : await admitSignUp({ username, invitation, ip }, config, limits, write);
      const { browser, headers } = bindBrowser(request);
      const asked = { email, username, invitationHash, browserHash: browser.hash, publicUrl };
      // After the answer, so that its time says nothing about accounts.
      const hasBegun = background.begin(async () => {
        if (await limits.mayMail(email)) await write((sql) => sendAskedLink(sql, mails, asked));
        else mails.dropped(username === undefined ? "sign-in" : "sign-up", "hourly");
      });
      if (!hasBegun) throw new AppError("rate_limited", "Too many requests, try again shortly");
      return { body: undefined, headers };
    }),
    route(endpoints.openLink, async (request): Promise<JsonAnswer<OpenedLink>> => {
      requireOwnPage(request);
      const { token, peek, username = null } = request.body;
      await limits.consumeStep(request.ip);
      const link = await requireLink(token, request.ip);
      if (link.isUsed) throw usedLink();
      if (link.isWithdrawn) throw withdrawnLink();
      if (link.isExpired) throw expiredLink();
      const shown = toShown(link, request);
      if (peek) return { body: { link: shown, user: null } };
      const before = link.accountId === null ? null : await readAccount(link.accountId);
      const accountId = await spend(write, link, username);
      if (link.kind === "email-change") {
        if (before !== null) mailChange(before, link.email ?? "");
        return { body: { link: shown, user: null } };
      }
      const headers = await finishSignIn(request, accountId);
      return { body: { link: shown, user: await readSignedInUser(write, accountId) }, headers };
    }),
  ];
}

/** Reads a user who has just signed in. */
export async function readSignedInUser(read: Read, accountId: string): Promise<SignedInUser> {
  const profile = await read((sql) => db.profiles.read(sql, accountId));
  if (profile === null) throw new AppError("forbidden", "The account has ended");
  return { id: profile.id, username: profile.username, role: profile.role };
}

async function spend(
  write: Read,
  { hash }: { readonly hash: Buffer },
  username: string | null,
): Promise<string> {
  const spent = await write((sql) => db.signIn.spendLink(sql, hash, username));
  switch (spent.status) {
    case "opened":
    case "made":
    case "changed":
      return spent.accountId;
    case "unknown":
      throw unknownLink();
    case "used":
      throw usedLink();
    case "withdrawn":
      throw withdrawnLink();
    case "expired":
      throw expiredLink();
    case "name-taken":
      throw nameTaken();
    case "email-taken":
      throw emailTaken();
    case "invitation-used":
      throw invitationUsed();
    case "name-needed": {
      const errors = [{ field: "username", message: "is required: choose a user name" }];
      throw new AppError("invalid_request", "The account needs a user name", { errors });
    }
    case "passkey-needed": {
      const message = "This invitation has no e-mail address: sign up with it by a passkey";
      throw new AppError("forbidden", message);
    }
  }
}

function toShown(link: StoredLink, request: CookieRequest): ShownLink {
  const browser = readCookie(request, "before");
  return {
    kind: link.kind,
    username: link.username,
    email: link.kind === "sign-in" ? null : link.email,
    askedAt: link.createdAt,
    expiresAt: link.expiresAt,
    isSameBrowser:
      browser !== null && link.browserHash !== null && browser.hash.equals(link.browserHash),
  };
}

function unknownLink(): AppError {
  return new AppError("not_found", "The link is not valid: ask for a new one");
}

function usedLink(): AppError {
  return new AppError("gone", "This link was used: ask for a new one");
}

function withdrawnLink(): AppError {
  const message =
    "This link was withdrawn, because its user has signed out everywhere or changed the address since: ask for a new one";
  return new AppError("gone", message);
}

function expiredLink(): AppError {
  return new AppError("gone", "This link has expired: ask for a new one");
}
