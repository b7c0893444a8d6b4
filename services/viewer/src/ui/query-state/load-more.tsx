import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "../button.tsx";
import { Failure } from "./query-state.tsx";

const endPixels = 1_000;

interface LoadMoreProps {
  /** The words of the button, which does the same by keyboard. */
  readonly label: string;
  readonly list: {
    readonly isFetching: boolean;
    readonly moreError: Error | null;
    loadMore(): void;
    retryMore(): void;
  };
}

/**
 * The end of a list that has more: it asks for it when the reader comes near. After a failure it asks
 * again only when the reader wants it, or when a limit has ended.
 */
export function LoadMore({ label, list }: LoadMoreProps): ReactNode {
  const { isFetching, moreError, loadMore, retryMore } = list;
  const button = useRef<HTMLButtonElement>(null);
  // A new observer reports the button again if it is still in view after a page was added.
  useEffect(() => {
    if (!button.current || isFetching) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) loadMore();
      },
      { rootMargin: `${endPixels}px` },
    );
    observer.observe(button.current);
    return () => observer.disconnect();
  }, [isFetching, loadMore]);
  if (moreError && !isFetching) return <Failure error={moreError} onRetry={retryMore} />;
  return (
    <Button ref={button} className="load-more" onClick={retryMore}>
      {label}
    </Button>
  );
}
