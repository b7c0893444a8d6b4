import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from "jose";

/** Nobody could be asked for an issuer's keys: neither yes nor no. */
export class IssuerUnavailableError extends Error {
  constructor(cause: unknown) {
    super("an issuer's keys could not be fetched", { cause });
    this.name = "IssuerUnavailableError";
  }
}

const answerMsMax = 3_000;
const answerBytesMax = 64 * 1024;
/** A key nobody has heard of makes us ask again, but no more often than this. */
const askAgainMs = 30_000;
/** After a failure nobody waits for another; then it is tried again. */
const failedMs = 5_000;
/** Keys are fetched anew this often, in nobody's way … */
const refreshMs = 600_000;
/** … and hold for so long while that fails. */
const keysMsMax = 3_600_000;

/**
 * The keys of one issuer, from one fixed address: kept, fetched by one request at a time that has a
 * time and a size to keep to and follows no redirect.
 *
 * @param now Unix ms
 * @returns finds the key that a token names. @throws IssuerUnavailableError (its result)
 */
export function createIssuerKeys(jwksUrl: string, now: () => number): JWTVerifyGetKey {
  let failedUntilMs = 0;
  let askedMs = 0;

  async function fetchBounded(url: string, init: RequestInit): Promise<Response> {
    if (now() < failedUntilMs) throw new Error("it failed a moment ago");
    askedMs = now();
    try {
      const response = await fetch(url, init);
      const body = await readBounded(response);
      if (response.status !== 200) throw new Error(`it answers ${response.status}`);
      return new Response(body);
    } catch (error) {
      failedUntilMs = now() + failedMs;
      throw error;
    }
  }

  const keys = createRemoteJWKSet(new URL(jwksUrl), {
    timeoutDuration: answerMsMax,
    cooldownDuration: askAgainMs,
    cacheMaxAge: keysMsMax,
    [customFetch]: fetchBounded,
  });
  return async (header, token) => {
    if (keys.fresh && now() - askedMs > refreshMs) keys.reload().catch(() => {});
    try {
      return await keys(header, token);
    } catch (error) {
      if (isAnswer(error)) throw error;
      throw new IssuerUnavailableError(error);
    }
  };
}

/** What says no, rather than that nobody could be asked. */
function isAnswer(error: unknown): boolean {
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
    // Leaving the loop cancels the rest.
    if (length > answerBytesMax) throw new Error("it answers too much");
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}
