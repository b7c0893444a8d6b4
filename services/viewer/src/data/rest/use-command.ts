import type { RestClient } from "@jetwire/client";
import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { readProblem } from "./problem.ts";
import { rest } from "./rest.ts";

/** A step that a button or a form starts: it runs once at a time, and its error is shown beside it. */
export interface Command<Input = void> {
  readonly isRunning: boolean;
  /** Whether the latest run has succeeded. */
  readonly isDone: boolean;
  readonly error: Error | null;
  /** The fields that the server has refused, with its sentence about each. */
  readonly faults: Readonly<Record<string, string>>;
  run(input: Input): void;
  /** Forgets the latest run. */
  reset(): void;
}

interface CommandOptions<Answer> {
  /** The queries that are read anew when the step is done. */
  readonly keys?: readonly QueryKey[];
  /** Called when the step is done and the queries are read. */
  readonly onDone?: (answer: Answer) => unknown;
  /** The client of the step. Default: REST as the present user. */
  readonly by?: () => Promise<RestClient>;
}

/** Changes something by REST, at the request of the user. */
export function useCommand<Input = void, Answer = unknown>(
  step: (client: RestClient, input: Input) => Promise<Answer>,
  { keys = [], onDone, by = rest }: CommandOptions<Answer> = {},
): Command<Input> {
  const queries = useQueryClient();
  const { mutate, isPending, isSuccess, error, reset } = useMutation<Answer, Error, Input>({
    mutationFn: async (input) => await step(await by(), input),
    onSuccess: async (answer) => {
      await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
      await onDone?.(answer);
    },
    // Without network the step fails at once, rather than run when the user has left.
    networkMode: "always",
    // Answers may be secrets, for example a new key.
    gcTime: 0,
  });
  const faults = useMemo(() => (error === null ? {} : readProblem(error).fields), [error]);
  return {
    isRunning: isPending,
    isDone: isSuccess,
    error,
    faults,
    run: mutate,
    reset,
  };
}
