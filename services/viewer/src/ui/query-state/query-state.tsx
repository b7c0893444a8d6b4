import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "../button.tsx";
import { clock } from "../../data/clock.ts";
import { readProblem } from "../../data/rest/problem.ts";
import { useStore } from "../../data/store.ts";
import { en } from "../../text/en.ts";
import { Chart } from "../charts/chart.tsx";
import { CopyButton } from "../copy-button.tsx";
import { useSharedFailure } from "./shared-failures.ts";
import "./query-state.css";

/** A request of the page's cache, for one answer or for a list. */
export interface ShownQuery<Answer> {
  readonly data: Answer | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  refetch(): unknown;
}

interface QueryStateProps<Answer> {
  readonly query: ShownQuery<Answer>;
  /** Renders the answer. */
  readonly children: (answer: Answer) => ReactNode;
  /** Lines of the skeleton that is shown while it loads. */
  readonly lines?: number;
  /** The heading of the part, if its answer brings it: the part has it from the start, so that little moves. */
  readonly title?: string;
}

const quietMs = 200;

/**
 * Shows what became of a request: nothing for a moment, then grey lines in the layout to come, then the
 * answer, or the error with a way to try again. A part that fails leaves the rest of the page alone. Where the page
 * shares failures, it shows those of the server.
 */
export function QueryState<Answer>({
  query,
  children,
  lines = 3,
  title,
}: QueryStateProps<Answer>): ReactNode {
  const { data, error, isFetching } = query;
  const retry = (): void => void query.refetch();
  const isOver = data !== undefined || !isFetching;
  const isShared = useSharedFailure(isOver ? error : null, query.refetch);
  if (data !== undefined) {
    return (
      <>
        {isFetching && <div className="refreshing" aria-hidden="true" />}
        {error && !isShared && <Failure error={error} onRetry={retry} />}
        {children(data)}
      </>
    );
  }
  if (error && !isFetching && !isShared) return <Failure error={error} onRetry={retry} />;
  const state = isShared ? (
    <p className="quiet">{en.states.notLoaded}</p>
  ) : (
    <Skeleton lines={lines} />
  );
  return title === undefined ? state : <Chart title={title}>{state}</Chart>;
}

/** Grey lines where content is to come. */
export function Skeleton({ lines }: { lines: number }): ReactNode {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), quietMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="skeleton" data-shown={isShown || undefined}>
      <span className="visually-hidden">{en.states.loading}</span>
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} className="skeleton-line" />
      ))}
    </div>
  );
}

/** An error of the server in its own words, and a way to try again. A limit ends by itself. */
export function Failure({ error, onRetry }: { error: Error; onRetry?: () => void }): ReactNode {
  const { text, requestId, retryAtMs } = readProblem(error);
  return (
    <div className="failure" role="alert">
      <p>{text}</p>
      <div className="button-row">
        {onRetry && retryAtMs === null && <Button onClick={onRetry}>{en.states.tryAgain}</Button>}
        {onRetry && retryAtMs !== null && <Countdown endMs={retryAtMs} onEnd={onRetry} />}
        {requestId !== null && (
          <p className="quiet small">
            {en.states.request(requestId)} <CopyButton text={requestId} />
          </p>
        )}
      </div>
    </div>
  );
}

/** Counts down to a time, and calls the function then; once, even if it is another one by then. */
function Countdown({ endMs, onEnd }: { endMs: number; onEnd: () => void }): ReactNode {
  const nowMs = useStore(clock);
  const latest = useRef(onEnd);
  useEffect(() => {
    latest.current = onEnd;
  }, [onEnd]);
  useEffect(() => {
    const timer = setTimeout(() => latest.current(), Math.max(0, endMs - Date.now()));
    return () => clearTimeout(timer);
  }, [endMs]);
  return <p>{en.states.limited(Math.max(0, Math.ceil((endMs - nowMs) / 1_000)))}</p>;
}
