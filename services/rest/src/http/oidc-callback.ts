import { Router } from "express";
import type { OidcCallback } from "../sign-in/oidc-callback.ts";
import { addressOf } from "./request-origin.ts";

/**
 * Serves the address to which providers of identities return. It answers with the page to open next, so
 * it is no endpoint of the interface, and it accepts whatever parameters a provider adds.
 */
export function serveOidcCallback(callback: OidcCallback): Router {
  const router = Router();
  router.get("/v1/auth/oidc/:provider/callback", async (request, response) => {
    const { location, headers } = await callback({
      provider: request.params.provider,
      search: new URL(request.originalUrl, "http://localhost").search,
      ip: request.ip ?? "",
      address: addressOf(request),
      header: (name) => request.get(name),
    });
    // The address has the code of the provider.
    response.set({ "Cache-Control": "private, no-store", "Referrer-Policy": "no-referrer" });
    if (headers["Set-Cookie"]) response.set("Set-Cookie", [...headers["Set-Cookie"]]);
    response.redirect(303, location);
  });
  return router;
}
