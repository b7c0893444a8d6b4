import type { ConnectionAdmission } from "../handshake/admission.ts";
import { drain, type DrainPace } from "./drain.ts";
import type { EngineConnection } from "./engine-connection.ts";

/**
 * Follows what operators ask: returns a function that is called with whether the gateway is drained. Draining
 * begins once, and ends when it is undone; connections that are made until then are refused.
 */
export function createOperatorDrain(
  admission: Pick<ConnectionAdmission, "drain">,
  all: () => Iterable<EngineConnection>,
  pace: DrainPace,
): (isDrained: boolean) => void {
  let draining: AbortController | null = null;
  return (isDrained) => {
    if (isDrained === (draining !== null)) return;
    draining?.abort();
    draining = isDrained ? new AbortController() : null;
    admission.drain(isDrained);
    // It only closes transports, which does not fail.
    if (draining !== null) void drain(all(), pace, draining.signal);
  };
}
