/** Shows the account's feed in a page, which continues where it was when it was last open. */
import { connectRealtime, type Realtime } from "@jetwire/client";
import type { Message } from "@jetwire/protocol";

const positionKey = "jetwire:position";

/** @param show adds a message to the page */
export function followFeed(
  url: string,
  apiKey: string,
  show: (message: Message) => void,
  storage: Pick<Storage, "getItem" | "setItem"> = localStorage,
): Realtime {
  return connectRealtime({
    url,
    apiKey,
    feed: {
      handle: show,
      store: {
        load: () => storage.getItem(positionKey),
        save: (id) => storage.setItem(positionKey, id),
      },
    },
  });
}
