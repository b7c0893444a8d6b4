import { type ReactNode, useEffect, useRef } from "react";

const endPixels = 1_000;

interface LoadMoreProps {
  /** The words of the button, which does the same by keyboard. */
  readonly label: string;
  onMore(): void;
}

/** The end of a list that has more: it asks for it when the reader comes near. */
export function LoadMore({ label, onMore }: LoadMoreProps): ReactNode {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!button.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onMore();
      },
      { rootMargin: `${endPixels}px` },
    );
    observer.observe(button.current);
    return () => observer.disconnect();
  }, [onMore]);
  return (
    <button ref={button} type="button" className="button load-more" onClick={onMore}>
      {label}
    </button>
  );
}
