import { AppError, endpoints } from "@jetwire/protocol";
import type { Limiters } from "@jetwire/redis";
import { addressNetwork } from "@jetwire/runtime";
import express, { type Request, type Response, type Router } from "express";
import type { RestConfig } from "../../config.ts";
import { withParams } from "../read-params.ts";
import { cardFile, cardPaths } from "./card-paths.ts";
import type { CardPictures } from "./card-pictures.ts";
import type { CardReader } from "./card-reader.ts";
import type { Card } from "./card.ts";

/** Cards that a network may load in a minute. */
const cardsPerMinute = 60;

export interface CardServices {
  readonly reader: CardReader;
  readonly pictures: CardPictures;
  readonly limiters: Limiters;
  readonly config: Pick<RestConfig, "PUBLIC_VIEWER" | "REST_REPLICAS">;
}

/**
 * Serves the pictures for previews of links: PNG of 1200 by 630 pixels, of what everybody may read. A picture that
 * the asker has is not drawn again.
 */
export function serveCards({ reader, pictures, limiters, config }: CardServices): Router {
  const limiter = limiters.fixedWindow({
    name: "rest-cards",
    windowSeconds: 60,
    replicas: config.REST_REPLICAS,
  });
  const readers: Readonly<
    Record<(typeof cardPaths)[number], (params: unknown) => Promise<Card | null>>
  > = {
    "/messages/:id": withParams(endpoints.readMessage, async ({ id }) => await reader.message(id)),
    "/flights/:id": withParams(endpoints.readFlight, async ({ id }) => await reader.flight(id)),
  };
  const router = express.Router();
  for (const path of cardPaths) {
    router.get(`${path}/${cardFile}`, async (request, response) => {
      await admit(request, response);
      const card = config.PUBLIC_VIEWER ? await readers[path](request.params) : null;
      if (card === null) throw new AppError("not_found", "There is no card at this address");
      await send(request, response, card);
    });
  }
  return router;

  async function admit(request: Request, response: Response): Promise<void> {
    const network = addressNetwork(request.ip ?? "");
    const { allowed, resetMs } = await limiter.consume(network, cardsPerMinute);
    if (allowed) return;
    response.set("Retry-After", String(Math.max(1, Math.ceil(resetMs / 1_000))));
    throw new AppError("rate_limited", "Too many cards loaded by this address");
  }

  async function send(request: Request, response: Response, card: Card): Promise<void> {
    response.set({
      ETag: `"${pictures.nameOf(card)}"`,
      // A card is asked for anew, because its message may have been redacted.
      "Cache-Control": "no-cache",
      "Content-Security-Policy": "default-src 'none'",
    });
    if (request.fresh) response.status(304).end();
    else response.type("png").send(await pictures.of(card));
  }
}
