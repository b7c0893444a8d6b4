import { createHash, randomBytes } from "node:crypto";
import * as db from "@jetwire/db";
import type { RestRequest } from "../route.ts";

/** The cookie of a signed-in user, and the one that binds what happens before to a browser. */
export type CookieKind = "session" | "before";

/** A random value of a cookie, and its SHA-256. */
export interface CookieValue {
  readonly value: string;
  readonly hash: Buffer;
}

const names = { session: "jetwire", before: "jetwire-before" } as const;
const secondsMax = { session: db.webSessions.webSessionSeconds.idle, before: 900 } as const;
const valuePattern = /^[A-Za-z0-9_-]{43}$/;

type Request = Pick<RestRequest, "header" | "address">;

/** Makes the value of a cookie: 256 random bits. */
export function makeCookieValue(): CookieValue {
  const value = randomBytes(32).toString("base64url");
  return { value, hash: hashOf(value) };
}

/** Reads a cookie of a request; null without one, or if its value is not of ours. */
export function readCookie(request: Request, kind: CookieKind): CookieValue | null {
  const name = nameOf(request, kind);
  for (const part of (request.header("cookie") ?? "").split(";")) {
    const equals = part.indexOf("=");
    if (part.slice(0, equals).trim() !== name) continue;
    const value = part.slice(equals + 1).trim();
    return valuePattern.test(value) ? { value, hash: hashOf(value) } : null;
  }
  return null;
}

/** Returns the `Set-Cookie` that sets a cookie. */
export function setCookie(request: Request, kind: CookieKind, { value }: CookieValue): string {
  return cookie(request, kind, value, secondsMax[kind]);
}

/** Returns the `Set-Cookie` that removes a cookie. */
export function clearCookie(request: Request, kind: CookieKind): string {
  return cookie(request, kind, "", 0);
}

function cookie(request: Request, kind: CookieKind, value: string, seconds: number): string {
  const secure = isSecure(request) ? "; Secure" : "";
  return `${nameOf(request, kind)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** Browsers accept the prefix with `Secure` only, which plain HTTP of the own machine cannot have. */
function nameOf(request: Request, kind: CookieKind): string {
  return isSecure(request) ? `__Host-${names[kind]}` : names[kind];
}

function isSecure({ address }: Request): boolean {
  return address.startsWith("https://");
}

function hashOf(value: string): Buffer {
  return createHash("sha256").update(value).digest();
}
