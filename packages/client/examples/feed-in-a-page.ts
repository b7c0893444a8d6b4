/** Shows the own feed in a page that goes on where it was when it was last open. */
import { connectRealtime, type Realtime } from "@jetwire/client";
import type { Message } from "@jetwire/protocol";

const place = "jetwire:place";

/** @param show puts a message on the page */
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
        load: () => storage.getItem(place),
        save: (id) => storage.setItem(place, id),
      },
    },
  });
}
