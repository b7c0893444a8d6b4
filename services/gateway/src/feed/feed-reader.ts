import type { FeedGap, FeedResumed } from "@jetwire/protocol";
import type { FeedPlace, FeedPosition } from "@jetwire/redis";
import type { Wire } from "../connection/engine-connection.ts";

/** What a feed has to say to one connection. */
export interface FeedOutlet {
  /** Takes batches of messages as they are. */
  readonly wire: Wire;
  resumed(payload: FeedResumed): void;
  gap(payload: FeedGap): void;
}

/** Where a connection begins in its account's feed. */
export type FeedStart =
  /** Live alone; `joinedId` is the smallest id that a message of this moment can have. */
  | { readonly from: "end"; readonly place: FeedPlace; readonly joinedId: string }
  /** After a message's place in the log; what was missed ends at `end`. */
  | {
      readonly from: "log";
      readonly place: FeedPlace;
      readonly end: FeedPosition;
      readonly afterId: string;
    }
  /** After a message that isn't in the log; null when what the client gave is no message id. */
  | { readonly from: "record"; readonly afterId: string | null };

/** One connection and how far it is. */
export interface Reader {
  readonly outlet: FeedOutlet;
  state: "waiting" | "idle" | "busy" | "replaying" | "gone";
  /** Null while its place in the log isn't known: the record has to be read first. */
  place: FeedPlace | null;
  /** The log may have more than it was handed. */
  behind: boolean;
  /** The message it was sent last, or began after. */
  lastId: string | null;
  /** From where the record would have to fill a hole; null when that can't be said. */
  fillFrom: string | null;
  /** Since when a batch has been on its way to the network, monotonic ms. */
  unreadSinceMs: number | null;
  /** While a client gets what it missed. */
  resume: Resume | null;
  /** Ends the wait for a page of the record to be taken. */
  left: () => void;
}

export interface Resume {
  /** Where in the log it ends; null when it ends with the record. */
  readonly end: FeedPosition | null;
  /** The account's stations by now: what others own since isn't replayed. */
  owned: ReadonlySet<number>;
  replayed: number;
}

export function createReader(outlet: FeedOutlet, start: FeedStart): Reader {
  const reader: Reader = {
    outlet,
    state: "waiting",
    place: start.from === "record" ? null : start.place,
    behind: true,
    lastId: start.from === "end" ? null : start.afterId,
    fillFrom: start.from === "end" ? start.joinedId : start.afterId,
    unreadSinceMs: null,
    resume: null,
    left: () => {},
  };
  if (start.from !== "end") {
    const end = start.from === "log" ? start.end : null;
    reader.resume = { end, owned: new Set(), replayed: 0 };
  }
  return reader;
}

/** Notes that messages up to this one are on their way to it. */
export function noteSent(reader: Reader, lastId: string | null, messages: number): void {
  reader.lastId = lastId ?? reader.lastId;
  reader.fillFrom = lastId ?? reader.fillFrom;
  if (reader.resume) reader.resume.replayed += messages;
}
