import { every, type Logger } from "@jetwire/runtime";

const everyMs = 60_000;
/** How often it looks whether the service is well again. */
const lookMs = 5_000;
const requestMsMax = 10_000;

/**
 * Calls a URL of the operator every minute until aborted, while the service is well: a watchdog elsewhere reports when the
 * calls stop, whatever stopped them. Does nothing without a URL.
 *
 * @param isWell whether the service was measured and is well
 */
export async function sendHeartbeat(
  url: string | undefined,
  { isWell, log }: { readonly isWell: () => boolean; readonly log: Logger },
  signal: AbortSignal,
): Promise<void> {
  if (url === undefined) return;
  let sentMs = Number.NEGATIVE_INFINITY;
  async function send(address: string): Promise<void> {
    if (!isWell() || performance.now() - sentMs < everyMs) return;
    const ending = AbortSignal.any([signal, AbortSignal.timeout(requestMsMax)]);
    const response = await fetch(address, { signal: ending }).catch(toPlainError);
    await response.body?.cancel();
    if (!response.ok) throw new Error(`the heartbeat was answered with ${response.status}`);
    sentMs = performance.now();
  }
  await every(lookMs, () => send(url), {
    signal,
    log,
    task: "send the heartbeat",
    retryMsMax: everyMs,
  });
}

/** The URL is a secret, and errors of requests may name it. */
function toPlainError(error: unknown): never {
  const { cause, name } = error as Error;
  const code = (cause as NodeJS.ErrnoException | undefined)?.code ?? name;
  throw new Error(`the heartbeat could not be sent (${code})`);
}
