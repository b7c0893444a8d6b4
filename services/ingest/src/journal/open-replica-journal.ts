import { join } from "node:path";
import type { IngestConfig } from "../config.ts";
import { type Journal, type JournalOptions, openJournal } from "./journal.ts";
import { JournalInUseError } from "./lock-directory.ts";

/** The most replicas that share a folder of journals. */
const journalsMax = 64;

/**
 * Opens the journal of this replica: in `INGEST_JOURNAL_DIR` or, if `INGEST_JOURNALS_DIR` is set, the
 * first of the journals there that no other process has. So replicas that share the folder have one each, and a
 * replica that starts continues the journal of one that has ended.
 *
 * @throws JournalInUseError, or an error of the file system if a directory cannot be written.
 */
export async function openReplicaJournal(
  config: Pick<IngestConfig, "INGEST_JOURNAL_DIR" | "INGEST_JOURNALS_DIR">,
  options: Omit<JournalOptions, "directory" | "lockMsMax">,
): Promise<Journal> {
  const folder = config.INGEST_JOURNALS_DIR;
  if (folder === undefined) {
    return await openJournal({ ...options, directory: config.INGEST_JOURNAL_DIR });
  }
  for (let number = 0; number < journalsMax; number++) {
    const directory = join(folder, `journal-${number}`);
    try {
      return await openJournal({ ...options, directory, lockMsMax: 1 });
    } catch (error) {
      if (!(error instanceof JournalInUseError)) throw error;
    }
  }
  throw new JournalInUseError(folder);
}
