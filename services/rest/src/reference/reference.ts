import { type Handler, Router } from "express";

const referencePath = "/v1/reference";
const restPath = "/docs/reference/rest/";
/** The page of the documents with the realtime events. */
const eventsPath = "/docs/reference/events";

/** Leads from the addresses of the former reference to the documents. */
export function redirectReference(): Handler {
  const router = Router();
  router.get(referencePath, (_request, response) => response.redirect(308, restPath));
  router.get(`${referencePath}/realtime`, (_request, response) =>
    response.redirect(308, eventsPath),
  );
  return router;
}
