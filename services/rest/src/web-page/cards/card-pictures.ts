import { createHash } from "node:crypto";
import { AppError } from "@jetwire/protocol";
import { createBoundedMap, createSemaphore, DeadlineError } from "@jetwire/runtime";
import type { Card } from "./card.ts";

/** Drawing takes about 30 ms of a core, most of it beside the event loop. */
const drawnAtATime = 2;
const waitingMax = 20;
const waitMsMax = 3_000;
const picturesMax = 500;
const bytesMax = 16 * 1_024 * 1_024;
/** Changes with what cards look like, so that caches of others fetch them anew. */
const look = 1;

export type CardPictures = ReturnType<typeof createCardPictures>;

/** Draws cards, a few at the same time, and keeps those that were asked for last, up to 16 MiB. */
export function createCardPictures(draw: (card: Card) => Promise<Buffer> = drawWithLibrary) {
  const kept = createBoundedMap<string, Buffer>({
    entriesMax: picturesMax,
    bytes: { max: bytesMax, of: ({ byteLength }) => byteLength },
  });
  const permits = createSemaphore(drawnAtATime, { waitingMax, what: "a card to be drawn" });

  return {
    /** Names what a card shows: equal cards have the same name. */
    nameOf(card: Card): string {
      return createHash("sha256")
        .update(JSON.stringify([look, card]))
        .digest("base64url");
    },

    /** @throws AppError `unavailable` if too many cards wait to be drawn */
    async of(card: Card): Promise<Buffer> {
      const name = this.nameOf(card);
      const known = kept.get(name);
      if (known !== undefined) return known;
      using permit = await acquire();
      // Another request may have drawn it while this one waited.
      const drawn = kept.get(name) ?? (await draw(card));
      kept.set(name, drawn);
      return drawn;
    },
  };

  async function acquire(): Promise<Disposable> {
    try {
      return await permits.acquire(waitMsMax);
    } catch (cause) {
      if (!(cause instanceof DeadlineError)) throw cause;
      throw new AppError("unavailable", "Too many pictures are being drawn, try again shortly", {
        cause,
      });
    }
  }
}

/** Loads the library with the first card: it takes about 30 MB of memory. */
async function drawWithLibrary(card: Card): Promise<Buffer> {
  const { drawCard } = await import("./draw-card.ts");
  return await drawCard(card);
}
