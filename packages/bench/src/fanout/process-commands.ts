/** What a process of the bench can be told to do, by name; each takes one argument that survives JSON. */
export type Handlers<Commands> = {
  readonly [Name in keyof Commands]: Commands[Name];
};

/** A command on its way to a process. */
export interface Asked {
  readonly n: number;
  readonly name: string;
  readonly argument: unknown;
}

/** What became of it. */
export interface Answered {
  readonly n: number;
  readonly result?: unknown;
  readonly error?: string;
}

/**
 * Lets the process that forked this one tell it what to do. Without that process this one ends, so
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
