import { addressNetwork } from "../http/client-address.ts";
import { createKeyedSemaphore, createSemaphore, type Permit } from "./semaphore.ts";

/** Limits what is in use at the same time, in total and by each address (IPv6: by /64). */
export type AddressSemaphore = ReturnType<typeof createAddressSemaphore>;

export function createAddressSemaphore(max: {
  readonly total: number;
  readonly perAddress: number;
}) {
  const total = createSemaphore(max.total);
  const byNetwork = createKeyedSemaphore(max.perAddress);
  let refused = 0;

  function counted(permit: Permit | null): Permit | null {
    if (permit === null) refused++;
    return permit;
  }

  return {
    /** Returns a permit, or null if there are too many in total or from the address. */
    tryAcquire(address: string): Permit | null {
      using stack = new DisposableStack();
      const ofNetwork = stack.use(byNetwork.tryAcquire(addressNetwork(address)));
      const ofTotal = ofNetwork && stack.use(total.tryAcquire());
      return counted(ofTotal && stack.move());
    },
    /** Returns a permit that counts in total only, for a proxy in front of many addresses. */
    tryAcquireForProxy: (): Permit | null => counted(total.tryAcquire()),
    /** Whether the total is in use. While it is not, only the limit of an address refuses. */
    get isFull(): boolean {
      return total.free === 0;
    },
    /** The number of refusals since the start. */
    get refused(): number {
      return refused;
    },
  };
}
