import type { Admission } from "../handshake/admission.ts";
import { drain } from "./drain.ts";
import type { EngineConnection } from "./engine-connection.ts";

/**
 * Follows what operators ask: returns a function that is called with whether the gateway is drained. Draining
 * begins once; connections that are made until it is undone are refused.
 */
export function createOperatorDrain(
  admission: Pick<Admission, "drain">,
  all: () => Iterable<EngineConnection>,
  seconds: number,
): (isDrained: boolean) => void {
  let wasDrained = false;
  return (isDrained) => {
    if (isDrained === wasDrained) return;
    wasDrained = isDrained;
    admission.drain(isDrained);
    // It only closes transports, which does not fail.
    if (isDrained) void drain(all(), seconds);
  };
}
