import type { WaysIn } from "@jetwire/protocol";
import type { RestConfig } from "../config.ts";
import type { RestRequest } from "../route.ts";

/** The site to which passkeys belong (the relying party of WebAuthn). */
interface Site {
  /** The host name. */
  readonly id: string;
  readonly origin: string;
}

/**
 * Returns where people sign in: `PUBLIC_URL`, else the address of the request if it is this machine's.
 * Null without either: then links and passkeys would depend on a header that anybody can send.
 */
function publicUrlOf(
  { PUBLIC_URL }: Pick<RestConfig, "PUBLIC_URL">,
  { address }: Pick<RestRequest, "address">,
): URL | null {
  if (PUBLIC_URL !== undefined) return new URL(PUBLIC_URL);
  if (!URL.canParse(address)) return null;
  const own = new URL(address);
  const isLoopback = ["localhost", "127.0.0.1", "[::1]"].includes(own.hostname);
  return isLoopback ? new URL(own.origin) : null;
}

/** Returns the site of a public address; null for an IP address, which browsers refuse. */
function siteOf(url: URL | null): Site | null {
  if (url === null || /^[\d.]+$|^\[/.test(url.hostname)) return null;
  return { id: url.hostname, origin: url.origin };
}

/** Returns a function that tells the ways to sign in at the address of a request. */
export function readWaysIn(
  config: Pick<RestConfig, "PUBLIC_URL" | "SIGN_UP">,
): (request: Pick<RestRequest, "address">) => WaysIn {
  return (request) => {
    const url = publicUrlOf(config, request);
    const site = siteOf(url);
    const isAtSite =
      URL.canParse(request.address) && new URL(request.address).origin === site?.origin;
    return {
      passkeys: isAtSite,
      email: false,
      oidc: [],
      signUp: config.SIGN_UP,
      url: url?.origin ?? null,
    };
  };
}
