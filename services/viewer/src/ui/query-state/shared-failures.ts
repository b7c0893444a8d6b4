import { createContext, useContext, useLayoutEffect } from "react";
import { readProblem } from "../../data/rest/problem.ts";
import type { Store } from "../../data/store.ts";

/** A request that has failed because of the server, and the way to repeat it. */
export interface SharedFailure {
  readonly error: Error;
  retry(): unknown;
}

/** The failures that the page shows once for all of its parts; null where each part shows its own. */
export const SharedFailures = createContext<Store<readonly SharedFailure[]> | null>(null);

const tooManyRequests = 429;
const firstOfServer = 500;

/**
 * Reports the failure of a part to the page around it, while it lasts.
 *
 * @param error null if the part has not failed, or shows its failure in any case
 * @returns whether the page shows the failure, so that the part need not
 */
export function useSharedFailure(error: Error | null, retry: () => unknown): boolean {
  const failures = useContext(SharedFailures);
  const isShared = failures !== null && error !== null && isOfServer(error);
  useLayoutEffect(() => {
    if (!isShared) return;
    const own = { error, retry };
    failures.set([...failures.get(), own]);
    return () => failures.set(failures.get().filter((one) => one !== own));
  }, [isShared, failures, error, retry]);
  return isShared;
}

/** Tells whether an error is not about what was asked for: no answer, an error of the server, or a limit. */
function isOfServer(error: Error): boolean {
  const { status } = readProblem(error);
  return status === 0 || status === tooManyRequests || status >= firstOfServer;
}
