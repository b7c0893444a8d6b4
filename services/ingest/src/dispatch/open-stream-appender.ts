import { openProducer } from "../journal/open-producer.ts";
import { ledgerName, writeProducer } from "../journal/producer.ts";
import {
  type AppenderConfig,
  type AppenderSource,
  type AppenderTargets,
  StreamAppender,
} from "./stream-appender.ts";

/** Opens the producer of a journal directory. */
export async function openStreamAppender(
  config: AppenderConfig,
  source: AppenderSource,
  targets: AppenderTargets,
): Promise<StreamAppender> {
  const { journal } = source;
  let producer = await openProducer(journal.directory, journal, targets.log);
  if (journal.highWater.ledger !== ledgerName(producer)) {
    await journal.highWater.recordLedger(ledgerName(producer));
  }
  if (producer.partitions === undefined) {
    producer = { ...producer, partitions: config.STREAM_PARTITIONS };
    await writeProducer(journal.directory, producer);
  }
  return new StreamAppender(config, source, producer, targets);
}
