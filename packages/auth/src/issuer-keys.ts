import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from "jose";

/** The keys of an issuer could not be fetched, so a token is neither valid nor invalid. */
export class IssuerUnavailableError extends Error {
  constructor(cause: unknown) {
    super("the keys of an issuer could not be fetched", { cause });
    this.name = "IssuerUnavailableError";
  }
}

const answerMsMax = 3_000;
const answerBytesMax = 64 * 1024;
/** An unknown key makes us fetch the keys again, at most this often. */
const cooldownMs = 30_000;
/** Fetches fail at once for this long after a failure, so that requests do not wait for them. */
const failedMs = 5_000;
/** Keys are fetched again this often, in the background … */
const refreshMs = 600_000;
/** … and remain in use for this long while that fails. */
const keysMsMax = 3_600_000;

/**
 * Creates the key set of one issuer. The library caches the keys and shares fetches; a fetch is
 * limited in time and size and follows no redirect.
 *
 * @param now Unix ms
 * @returns a function that finds the key of a token, and throws IssuerUnavailableError
 */
export function createIssuerKeys(jwksUrl: string, now: () => number): JWTVerifyGetKey {
  let failedUntilMs = 0;
  let fetchedMs = 0;

  async function fetchBounded(url: string, init: RequestInit): Promise<Response> {
    if (now() < failedUntilMs) throw new Error("the last fetch failed moments ago");
    fetchedMs = now();
    try {
      const response = await fetch(url, init);
      const body = await readBounded(response);
      if (response.status !== 200) throw new Error(`the issuer answered ${response.status}`);
      return new Response(body);
    } catch (error) {
      failedUntilMs = now() + failedMs;
      throw error;
    }
  }

  const keys = createRemoteJWKSet(new URL(jwksUrl), {
    timeoutDuration: answerMsMax,
    cooldownDuration: cooldownMs,
    cacheMaxAge: keysMsMax,
    [customFetch]: fetchBounded,
  });
  return async (header, token) => {
    if (keys.fresh && now() - fetchedMs > refreshMs) keys.reload().catch(() => {});
    try {
      return await keys(header, token);
    } catch (error) {
      if (isTokenError(error)) throw error;
      throw new IssuerUnavailableError(error);
    }
  };
}

/** Returns whether an error is about the token, not about the fetch. */
function isTokenError(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported
  );
}

async function readBounded({ body }: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body ?? []) {
    length += piece.length;
    // Leaving the loop cancels the request.
    if (length > answerBytesMax) throw new Error("the key set is too large");
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}
