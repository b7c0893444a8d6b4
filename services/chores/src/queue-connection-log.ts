import type { Logger, Metrics } from "@jetwire/runtime";

/** Logs errors of the queue's Redis connections, each kind once per outage. */
export interface QueueConnectionLog {
  failed(error: unknown): void;
  recovered(): void;
}

export function createQueueConnectionLog(log: Logger, metrics: Metrics): QueueConnectionLog {
  const errors = metrics.counter({
    name: "jetwire_chores_connection_errors_total",
    help: "Errors of the queue's Redis connections",
  });
  let lastText: string | null = null;
  return {
    failed(error) {
      errors.inc();
      const text = error instanceof Error ? error.message : String(error);
      if (text !== lastText) log.warn({ err: error }, "queue connection failed");
      lastText = text;
    },
    recovered() {
      if (lastText !== null) log.info("queue connection works again");
      lastText = null;
    },
  };
}
