/** Commands of a process, by name; each takes one argument, which is sent as JSON. */
export type Handlers<Commands> = {
  readonly [Name in keyof Commands]: Commands[Name];
};

/** A command sent to a process. */
export interface Asked {
  readonly n: number;
  readonly name: string;
  readonly argument: unknown;
}

/** The result of a command. */
export interface Answered {
  readonly n: number;
  readonly result?: unknown;
  readonly error?: string;
}

/**
 * Executes the commands of the process that forked this one. If that process ends, this one ends, so
 * that an interrupted bench leaves nothing behind.
 */
export function answerParent<Commands>(handlers: Handlers<Commands>): void {
  async function answer({ n, name, argument }: Asked): Promise<void> {
    try {
      const handler = handlers[name as keyof Commands] as (given: unknown) => unknown;
      process.send?.({ n, result: await handler(argument) } satisfies Answered);
    } catch (error) {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      process.send?.({ n, error: text } satisfies Answered);
    }
  }
  process.on("message", (asked: Asked) => void answer(asked));
  process.once("disconnect", () => process.exit(0));
}
