import type { ReactNode } from "react";
import { readProblem } from "../data/rest/problem.ts";
import { Failure } from "../ui/query-state/query-state.tsx";
import { en } from "../text/en.ts";

const notFound = [400, 404];
const removed = 410;

/** Says why a message cannot be shown. */
export function MessageFailure({
  error,
  onRetry,
}: {
  error: Error;
  onRetry: () => void;
}): ReactNode {
  const { status, text } = readProblem(error);
  if (notFound.includes(status)) return <p className="empty">{en.message.unknown}</p>;
  if (status === removed) {
    return (
      <div className="empty">
        <p>{en.message.removed}</p>
        <p className="small">{text}</p>
      </div>
    );
  }
  return <Failure error={error} onRetry={onRetry} />;
}
