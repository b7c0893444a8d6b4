import { once } from "node:events";
import { isIP } from "node:net";
import { connect } from "node:tls";

/** The certificate that a server shows. */
export interface ServerCertificate {
  /** The first and the last moment at which it is valid, Unix ms. */
  readonly beginsMs: number;
  readonly expiresMs: number;
  /** The code of the reason why clients refuse it; null if they accept it. */
  readonly refusal: string | null;
}

const connectMsMax = 5_000;

/**
 * Reads the certificate of a server, also one that clients refuse.
 *
 * @throws when the server does not answer, or does not use TLS.
 */
export async function readCertificate(url: URL): Promise<ServerCertificate> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const socket = connect({
    host,
    port: Number(url.port || 443),
    servername: isIP(host) === 0 ? host : "",
    // A refused certificate is to be measured, too. Nothing is sent.
    rejectUnauthorized: false,
  });
  try {
    await once(socket, "secureConnect", { signal: AbortSignal.timeout(connectMsMax) });
    const { valid_from: begins, valid_to: expires } = socket.getPeerCertificate();
    const error: unknown = socket.authorizationError;
    return {
      beginsMs: Date.parse(begins),
      expiresMs: Date.parse(expires),
      refusal: socket.authorized ? null : codeOf(error),
    };
  } finally {
    socket.destroy();
  }
}

/** Node gives a code, or an error with one. */
function codeOf(error: unknown): string {
  if (error instanceof Error && "code" in error) return String(error.code);
  return String(error);
}
