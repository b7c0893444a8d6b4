import { addressNetwork } from "./client-address.ts";
import { createKeyedSemaphore, createSemaphore, type Permit } from "./semaphore.ts";

/** Limits what is in use at the same time, in total and by each address (IPv6: by /64). */
export interface AddressLimits {
  /** Returns a permit, or null if there are too many in total or from the address. */
  tryAcquire(address: string): Permit | null;
  /** Returns a permit that counts in total only, for a proxy in front of many addresses. */
  tryAcquireForProxy(): Permit | null;
  /** Whether the total is in use. While it is not, only the limit of an address refuses. */
  readonly isFull: boolean;
  /** The number of refusals since the start. */
  readonly refused: number;
}

export function createAddressLimits(max: {
  readonly total: number;
  readonly perAddress: number;
}): AddressLimits {
  const total = createSemaphore(max.total);
  const byNetwork = createKeyedSemaphore(max.perAddress);
  let refused = 0;

  function counted(permit: Permit | null): Permit | null {
    if (permit === null) refused++;
    return permit;
  }

  return {
    tryAcquire(address) {
      using stack = new DisposableStack();
      const ofNetwork = stack.use(byNetwork.tryAcquire(addressNetwork(address)));
      const ofTotal = ofNetwork && stack.use(total.tryAcquire());
      return counted(ofTotal && stack.move());
    },
    tryAcquireForProxy: () => counted(total.tryAcquire()),
    get isFull() {
      return total.free === 0;
    },
    get refused() {
      return refused;
    },
  };
}
