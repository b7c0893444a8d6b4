import type { ReactNode } from "react";
import { refreshSession } from "../data/rest/rest.ts";
import { sessionError } from "../data/session/session.ts";
import { useStore } from "../data/store.ts";
import { Failure, Skeleton } from "../ui/query-state/query-state.tsx";

/** Stands where content depends on who is signed in, until the server has said it. */
export function SessionPending(): ReactNode {
  const error = useStore(sessionError);
  if (!error) return <Skeleton lines={4} />;
  return <Failure error={error} onRetry={retry} />;
}

function retry(): void {
  sessionError.set(null);
  // The error is shown in its place.
  refreshSession().catch(() => undefined);
}
