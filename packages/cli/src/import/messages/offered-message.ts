import type { ReceivedMembers } from "@jetwire/decoders";
import type { Message } from "@jetwire/protocol";

/** A message of a file, not linked yet. */
export interface OfferedMessage {
  /** The cleaned ident of its station; null if the file names none. */
  readonly ident: string | null;
  /** The number of its station in this service; null if the file does not say it. */
  readonly stationId: number | null;
  /** The time at which its station received it, Unix ms. */
  readonly timeMs: number;
  readonly members: ReceivedMembers;
  /** The 24-bit address of the airframe. */
  readonly icao: string | null;
  /** The decoder's object as JSON; null if the file does not have it. */
  readonly raw: string | null;
  /** Other members of a message of an export; null for the output of decoders. */
  readonly exported: Pick<Message, "id" | "groupId" | "createdAt" | "authenticated"> | null;
}

/** A line or row of a file: a message, or why it is none. */
export type ReadRow = {
  /** The line, from 1; in a SQLite database the id of the row. */
  readonly line: number;
  readonly text: string;
} & (
  | { readonly message: OfferedMessage }
  /** The reason for which ingest ignores it too, for example a frame without a message. */
  | { readonly ignored: string }
  | { readonly refused: string }
);

/** A file of messages. */
export interface MessageFile {
  /** The recognized kind of file, for people. */
  readonly format: string;
  /** Rows after a line, some at a time, in the order of the file, with the share of the file that is read. */
  rows(afterLine: number): AsyncIterable<{ rows: readonly ReadRow[]; share: number | null }>;
}
