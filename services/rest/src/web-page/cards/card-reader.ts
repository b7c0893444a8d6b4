import * as db from "@jetwire/db";
import type { Readers } from "../../database-reader.ts";
import { readConversation } from "../../messages/conversation/read-conversation.ts";
import type { MessageReading } from "../../messages/message-reading.ts";
import { type Card, cardOfFlight, cardOfMessage } from "./card.ts";

/** Everybody: cards show what visitors may read. */
const visitor = { accountId: null };
const flightMessagesMax = 6;

export type CardReader = ReturnType<typeof createCardReader>;

/** Reads what cards show, each time anew: what was redacted or hidden is on no card. */
export function createCardReader(
  readers: Readers,
  { finder, visibility }: Pick<MessageReading, "finder" | "visibility">,
) {
  return {
    /** @returns null for an unknown message @throws AppError `gone` if it was redacted, `unavailable` */
    async message(id: string): Promise<Card | null> {
      const message = await finder.find(id, visitor);
      if (message === null) return null;
      const viewer = await visibility.of(visitor);
      const { messages } = await readConversation(readers, message, viewer);
      return cardOfMessage(
        message,
        messages.map((one) => one.message),
      );
    },

    /** @returns null for an unknown flight @throws AppError `unavailable` */
    async flight(id: string): Promise<Card | null> {
      const found = await readers.read((sql) => db.flights.read(sql, id));
      if (found === null) return null;
      const viewer = await visibility.of(visitor);
      const filter = {
        ...db.flights.messageFilterOf(found, viewer),
        isDecoded: true,
        isFirst: true,
      };
      const latest = await readers.read((sql) =>
        db.messages.list(sql, filter, { limit: flightMessagesMax }),
      );
      return cardOfFlight(found.flight, latest);
    },
  };
}
