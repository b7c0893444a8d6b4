import { useCallback, useState } from "react";

/** A step that a button starts: it runs once at a time, and its error is shown beside it. */
export interface Action {
  readonly isRunning: boolean;
  readonly error: Error | null;
  run(step: () => Promise<void>): Promise<void>;
}

/** Runs steps one at a time, and keeps the error of the latest. */
export function useAction(): Action {
  const [state, setState] = useState<{ isRunning: boolean; error: Error | null }>({
    isRunning: false,
    error: null,
  });
  const run = useCallback(async (step: () => Promise<void>): Promise<void> => {
    setState({ isRunning: true, error: null });
    try {
      await step();
      setState({ isRunning: false, error: null });
    } catch (error) {
      const shown = error instanceof Error ? error : new Error(String(error));
      setState({ isRunning: false, error: shown });
    }
  }, []);
  return { ...state, run };
}
