import { certificateProblem, readCertificate } from "@jetwire/health";
import { createAlarm, every, type ProcessContext } from "@jetwire/runtime";
import type { ChoresConfig } from "../config.ts";

const watchMs = 60_000;

/**
 * Watches the certificates of the public addresses until the signal aborts: their times are metrics, and the alarm
 * `certificate` begins before one expires, or when clients refuse one. A server that does not answer is no matter of its
 * certificate: canary messages find it.
 */
export async function watchCertificates(
  config: Pick<ChoresConfig, "PUBLIC_URL" | "CANARY_INGEST_URL" | "CANARY_REALTIME_URL">,
  context: Pick<ProcessContext, "log" | "metrics" | "health">,
  signal: AbortSignal,
  everyMs = watchMs,
): Promise<void> {
  const { log, metrics } = context;
  const alarm = createAlarm("certificate", context);
  const labelNames = ["host"] as const;
  const begins = metrics.gauge({
    name: "jetwire_certificate_begins_seconds",
    help: "Unix time from which on the certificate of a public address is valid",
    labelNames,
  });
  const expires = metrics.gauge({
    name: "jetwire_certificate_expires_seconds",
    help: "Unix time at which the certificate of a public address expires",
    labelNames,
  });
  const accepted = metrics.gauge({
    name: "jetwire_certificate_accepted",
    help: "Whether clients accept the certificate of a public address: 1 or 0",
    labelNames,
  });
  const urls = encryptedUrls(config);
  if (urls.length === 0) return;

  async function examine(url: URL): Promise<string | null> {
    const { host } = url;
    const certificate = await readCertificate(url).catch((error: unknown) => {
      log.debug({ err: error, host }, "a certificate cannot be read");
      return null;
    });
    if (certificate === null) {
      for (const gauge of [begins, expires, accepted]) gauge.remove({ host });
      return null;
    }
    begins.set({ host }, certificate.beginsMs / 1_000);
    expires.set({ host }, certificate.expiresMs / 1_000);
    accepted.set({ host }, Number(certificate.refusal === null));
    return certificateProblem(host, certificate, Date.now());
  }

  async function check(): Promise<void> {
    const problems = await Promise.all(urls.map(examine));
    const problem = problems.find((one) => one !== null);
    if (problem === undefined) alarm.clear();
    else alarm.raise(problem);
  }
  await every(everyMs, check, { signal, log, task: "watch certificates" });
}

/** Returns the configured addresses with TLS, one for each host and port. */
function encryptedUrls(config: Parameters<typeof watchCertificates>[0]): URL[] {
  const { PUBLIC_URL, CANARY_INGEST_URL, CANARY_REALTIME_URL } = config;
  const all = [PUBLIC_URL, CANARY_INGEST_URL, CANARY_REALTIME_URL].flatMap((address) =>
    address === undefined ? [] : [new URL(address)],
  );
  const encrypted = all.filter(({ protocol }) => protocol === "https:" || protocol === "wss:");
  return [...new Map(encrypted.map((url) => [url.host, url])).values()];
}
