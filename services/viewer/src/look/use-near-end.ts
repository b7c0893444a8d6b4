import { type RefCallback, useCallback, useEffect, useRef } from "react";

const marginPixels = 1_000;

/**
 * Calls a function when the end of a list comes near.
 *
 * @returns the ref of an element after the list
 */
export function useNearEnd(onNear: () => void): RefCallback<Element> {
  const latest = useRef(onNear);
  useEffect(() => {
    latest.current = onNear;
  }, [onNear]);
  return useCallback((element: Element | null) => {
    if (!element) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) latest.current();
      },
      { rootMargin: `${marginPixels}px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
}
