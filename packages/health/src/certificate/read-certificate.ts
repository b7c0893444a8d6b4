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
  /** The names that it is for, up to a bound, as the certificate spells them: `DNS:jetwire.example.org`. */
  readonly names: readonly string[];
}

const connectMsMax = 5_000;
const namesMax = 10;

/**
 * Reads the certificate of a server, also one that clients refuse.
 *
 * @param address the address to connect to; by default that of the name
 * @throws when the server does not answer, or does not use TLS.
 */
export async function readCertificate(url: URL, address?: string): Promise<ServerCertificate> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const socket = connect({
    host: address ?? host,
    port: Number(url.port || 443),
    servername: isIP(host) === 0 ? host : "",
    // A refused certificate is to be measured, too. Nothing is sent.
    rejectUnauthorized: false,
  });
  try {
    await once(socket, "secureConnect", { signal: AbortSignal.timeout(connectMsMax) });
    const {
      valid_from: begins,
      valid_to: expires,
      subjectaltname: names = "",
    } = socket.getPeerCertificate();
    const error: unknown = socket.authorizationError;
    return {
      beginsMs: Date.parse(begins),
      expiresMs: Date.parse(expires),
      refusal: socket.authorized ? null : codeOf(error),
      names: names.split(", ").slice(0, namesMax),
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
