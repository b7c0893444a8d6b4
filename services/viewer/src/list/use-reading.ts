import { type RefObject, useCallback, useEffect, useRef } from "react";

const scrolledPixels = 8;
const pointerMs = 2_000;

/**
 * Returns a function that tells whether somebody reads the list: it is paused or scrolled, a row has
 * the focus, text is selected, or the pointer was just moved over it. New rows then wait.
 */
export function useReading(
  scroller: RefObject<HTMLElement | null>,
  isPaused: boolean,
): () => boolean {
  const paused = useRef(isPaused);
  const pointerAtMs = useRef(0);
  useEffect(() => {
    paused.current = isPaused;
  }, [isPaused]);
  useEffect(() => {
    const element = scroller.current;
    function moved(): void {
      pointerAtMs.current = performance.now();
    }
    element?.addEventListener("pointermove", moved, { passive: true });
    return () => element?.removeEventListener("pointermove", moved);
  }, [scroller]);
  return useCallback(() => {
    const element = scroller.current;
    if (paused.current) return true;
    if (element === null) return false;
    const selection = getSelection();
    return (
      element.scrollTop > scrolledPixels ||
      element.querySelector("article:focus-within") !== null ||
      (selection?.isCollapsed === false && element.contains(selection.anchorNode)) ||
      performance.now() - pointerAtMs.current < pointerMs
    );
  }, [scroller]);
}
