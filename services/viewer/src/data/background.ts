const backgroundMs = 300_000;

/** Reports when the page has not been visible for five minutes, and when it is again. */
export function watchBackground(report: (isAway: boolean) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  function onChange(): void {
    clearTimeout(timer);
    if (document.hidden) timer = setTimeout(() => report(true), backgroundMs);
    else report(false);
  }
  document.addEventListener("visibilitychange", onChange);
  return () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", onChange);
  };
}
