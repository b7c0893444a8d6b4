import { createHash, randomBytes } from "node:crypto";
import { OwnPath } from "@jetwire/protocol";

/** The parameter `state` of a sign-in at a provider. It is stored as hash, so nobody can change it. */
export interface OidcState {
  readonly provider: string;
  /** The path of the page to open afterwards. */
  readonly next: string;
}

const textMax = 2_048;

/** Makes a state: 256 random bits, the provider and the path. */
export function makeOidcState({ provider, next }: OidcState): string {
  const path = Buffer.from(next).toString("base64url");
  return [randomBytes(32).toString("base64url"), provider, path].join(".");
}

/** Reads a state; null if it is none of ours. Whether it was issued, only its hash in Postgres tells. */
export function readOidcState(text: string | null): OidcState | null {
  if (text === null || text.length > textMax) return null;
  const [, provider = "", path = ""] = text.split(".");
  const next = OwnPath.safeParse(Buffer.from(path, "base64url").toString());
  return next.success ? { provider, next: next.data } : null;
}

export function hashOidcState(state: string): Buffer {
  return createHash("sha256").update(state).digest();
}
