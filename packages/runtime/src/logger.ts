import { type Logger, pino } from "pino";

export type { Logger } from "pino";

/** Creates a logger that writes JSON lines to stdout. Each part of a process uses a child of it. */
export function createLogger(name: string, level: string, replica = 0): Logger {
  return pino({ name, level, base: { replica }, timestamp: pino.stdTimeFunctions.isoTime });
}
