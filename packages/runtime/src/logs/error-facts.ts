/** Facts of an error that a log shows. */
export interface ErrorFacts {
  readonly type?: string;
  readonly message: string;
  readonly code?: string;
  /** The stack frames, without the message before them. */
  readonly stack?: string;
  readonly cause?: ErrorFacts;
}

const messageCharsMax = 500;
const causesMax = 5;

/**
 * Returns what a log shows of an error. Its other members stay out: those of Postgres have the contents of
 * rows (`detail`, `where`), those of Redis the arguments of a command.
 */
export function errorFacts(error: unknown, causesLeft = causesMax): ErrorFacts {
  if (!(error instanceof Error)) return { message: String(error).slice(0, messageCharsMax) };
  const code = codeOf(error);
  const stack = error.stack?.match(/^ {4}at .*/ms)?.[0];
  return {
    type: error.name,
    message: messageOf(error, code).slice(0, messageCharsMax),
    ...(code !== undefined && { code }),
    ...(stack !== undefined && { stack }),
    ...(error.cause !== undefined &&
      causesLeft > 0 && { cause: errorFacts(error.cause, causesLeft - 1) }),
  };
}

function codeOf(error: Error): string | undefined {
  const code = "code" in error ? error.code : undefined;
  return typeof code === "string" || typeof code === "number" ? String(code) : undefined;
}

/** Hides the value that Postgres refuses, which messages of its class 22 (data exception) quote. */
function messageOf({ message }: Error, code = ""): string {
  const quotesValue = /^22[0-9A-Z]{3}$/.test(code);
  return quotesValue ? message.replace(/".*"/s, '"[hidden]"') : message;
}
