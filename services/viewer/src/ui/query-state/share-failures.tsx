import { type ReactNode, useState } from "react";
import { readProblem } from "../../data/rest/problem.ts";
import { createStore, useStore } from "../../data/store.ts";
import { Failure } from "./query-state.tsx";
import { type SharedFailure, SharedFailures } from "./shared-failures.ts";

/**
 * Shows once that the server, or its database, does not answer the requests of the parts inside, with one way to repeat
 * them all. What is wrong with one request is shown in its part.
 */
export function ShareFailures({ children }: { children: ReactNode }): ReactNode {
  const [failures] = useState(() => createStore<readonly SharedFailure[]>([]));
  const all = useStore(failures);
  const shown = all.length === 0 ? null : all.reduce(laterOf);
  return (
    <SharedFailures value={failures}>
      {shown && (
        <Failure
          error={shown.error}
          onRetry={() => {
            for (const { retry } of all) void retry();
          }}
        />
      )}
      {children}
    </SharedFailures>
  );
}

/** Returns the failure whose limit ends last, because all requests are repeated at once. */
function laterOf(one: SharedFailure, other: SharedFailure): SharedFailure {
  return retryAtOf(other) > retryAtOf(one) ? other : one;
}

function retryAtOf({ error }: SharedFailure): number {
  return readProblem(error).retryAtMs ?? 0;
}
