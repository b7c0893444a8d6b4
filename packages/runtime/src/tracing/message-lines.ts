import type { Logger } from "../logs/logger.ts";
import {
  createMessageSampler,
  type StageTrace,
  type TracedMessage,
  type TracedStage,
} from "./message-trace.ts";

/** The most lines about messages that a process writes in a second. */
export const linesPerSecondMax = 500;

/**
 * Lines of the log about stages that messages have passed.
 *
 * Creates lines at the level `debug`, one for each message and stage, up to a bound. While there are more, lines are
 * written for a part of the messages, which is the same in all processes as far as their load is.
 *
 * @param now a monotonic clock, ms
 */
export function createMessageLines(log: Logger, now: () => number = () => performance.now()) {
  let second = 0;
  let offered = 0;
  let written = 0;
  let isChosen = createMessageSampler(1);

  function beginSecond(next: number): void {
    if (offered > written) {
      log.debug({ leftOut: offered - written }, "lines about messages were left out");
    }
    const isBusy = next === second + 1 && offered > linesPerSecondMax;
    isChosen = createMessageSampler(isBusy ? linesPerSecondMax / offered : 1);
    second = next;
    offered = written = 0;
  }

  function mayWrite({ id }: TracedMessage): boolean {
    const current = Math.floor(now() / 1_000);
    if (current !== second) beginSecond(current);
    offered++;
    if (written >= linesPerSecondMax || !isChosen(id)) return false;
    written++;
    return true;
  }

  return {
    stage: (stage: TracedStage): StageTrace => ({
      record(messages, fromMs, untilMs = Date.now()) {
        for (const message of messages) {
          if (!mayWrite(message)) continue;
          const { id: messageId, keptId, requestId } = message;
          const ms = Math.max(0, untilMs - fromMs);
          log.debug({ messageId, stage, ms, keptId, requestId }, "message passed a stage");
        }
      },
    }),
  };
}
