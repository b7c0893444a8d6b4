import { type Logger, pino } from "pino";

export type { Logger } from "pino";

/** JSON lines on stdout; each part of a process takes a child with its name. */
export function createLogger(name: string, level: string, replica = 0): Logger {
  return pino({ name, level, base: { replica }, timestamp: pino.stdTimeFunctions.isoTime });
}
