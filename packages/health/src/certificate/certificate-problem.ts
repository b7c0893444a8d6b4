import { certificateLeftShareMin } from "../limits.ts";
import type { ServerCertificate } from "./read-certificate.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A certificate with less than both of these left should have been renewed. */
const leftMsMin = 14 * dayMs;

/** Returns what is wrong with a certificate; null if nothing is. */
export function certificateProblem(
  host: string,
  { beginsMs, expiresMs, refusal }: ServerCertificate,
  nowMs: number,
): string | null {
  const leftMs = expiresMs - nowMs;
  if (leftMs <= 0) return `The certificate of ${host} has expired: no client connects`;
  if (refusal !== null) return `Clients refuse the certificate of ${host} (${refusal})`;
  if (leftMs >= leftMsMin || leftMs >= (expiresMs - beginsMs) * certificateLeftShareMin)
    return null;
  const left =
    leftMs < 2 * dayMs
      ? `${Math.floor(leftMs / hourMs)} hours`
      : `${Math.floor(leftMs / dayMs)} days`;
  return `The certificate of ${host} expires in ${left}: it should have been renewed`;
}
