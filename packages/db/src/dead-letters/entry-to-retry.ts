import type { StoredDeadLetter } from "./dead-letters.ts";
import {
  entryField,
  EntryLinks,
  EntryMessage,
  writeEntry,
  writeEntryDetails,
} from "@jetwire/protocol";

/** The fields of a stream entry and of its details. */
export interface EntryToRetry {
  readonly fields: readonly string[];
  readonly details: readonly string[];
}

/** Reasons of entries that no group could work on. The others were delivered, only not stored. */
const reasonsOfAll: readonly string[] = ["bad-entry", "unknown-version"];

/** Returns the entry of a dead letter, or null if its fields are not those of an entry. */
export function entryToRetry(letter: StoredDeadLetter): EntryToRetry | null {
  const { fields, details, reason } = letter;
  if (details === null && fields.length === 3) return fromTexts(letter);
  if (fields.length === 0 || fields.length % 2 === 1) return null;
  return {
    fields: reasonsOfAll.includes(reason) ? fields : forPersister(fields),
    details: details ?? [],
  };
}

function forPersister(fields: readonly string[]): readonly string[] {
  const at = fields.findIndex((name, index) => index % 2 === 0 && name === entryField.storeOnly);
  return at < 0 ? [...fields, entryField.storeOnly, "1"] : fields;
}

/** Earlier releases stored the texts of the message, the links and the raw object of what was not stored. */
function fromTexts({ fields, producer, seq }: StoredDeadLetter): EntryToRetry | null {
  const [messageJson = "", linksJson = "", raw = ""] = fields;
  const message = EntryMessage.pick({ id: true, groupId: true, stationId: true }).safeParse(
    parsedOrNull(messageJson),
  );
  if (!message.success || producer === null || seq === null) return null;
  const { first = true } = EntryLinks.safeParse(parsedOrNull(linksJson)).data ?? {};
  const entry = { ...message.data, producer, seq, first, messageJson, storeOnly: true };
  return { fields: writeEntry(entry), details: writeEntryDetails({ linksJson, raw }) };
}

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
