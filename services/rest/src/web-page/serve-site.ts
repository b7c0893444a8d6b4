import { existsSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { AppError } from "@jetwire/protocol";
import express, { type Request, type Response, type Router } from "express";
import { contentPolicy, permissionsPolicy } from "./policy.ts";

const assetSeconds = 365 * 24 * 3_600;
const methods = "GET, HEAD";

/**
 * Serves the built site of the documents. Pages have no extension in their address; a page's address
 * that ends with a slash is redirected. Names below `assets/` contain a hash of the content;
 * everything else is revalidated with its ETag.
 */
export function serveSite(folder: string): Router {
  const root = resolve(folder);
  const assets = join(root, "assets") + sep;
  const router = express.Router();
  router.use((request, response, next) => {
    response.set({
      "Content-Security-Policy": contentPolicy(null, undefined),
      "Permissions-Policy": permissionsPolicy,
      "Referrer-Policy": "no-referrer",
      "Cross-Origin-Opener-Policy": "same-origin",
    });
    if (request.method === "GET" || request.method === "HEAD") return next();
    response.set("Allow", methods);
    throw new AppError("method_not_allowed", `Allowed methods: ${methods}`);
  });
  router.use(
    express.static(root, {
      extensions: ["html"],
      cacheControl: false,
      setHeaders(response, path) {
        const isAsset = path.startsWith(assets);
        const lifetime = isAsset ? `public, max-age=${assetSeconds}, immutable` : "no-cache";
        response.setHeader("Cache-Control", lifetime);
      },
    }),
  );
  router.use((request, response) => {
    const page = request.path.slice(0, -1);
    if (request.path.endsWith("/") && isPage(root, page)) {
      return response.redirect(301, request.baseUrl + page);
    }
    refuse(root, request, response);
  });
  return router;
}

function isPage(root: string, address: string): boolean {
  const file = join(root, `${address}.html`);
  return file.startsWith(root + sep) && existsSync(file);
}

/** Answers a person with a page, and a program with a problem. */
function refuse(root: string, request: Request, response: Response): void {
  if (request.accepts(["json", "html"]) !== "html") {
    throw new AppError("not_found", "There is no document at this address");
  }
  // A site that is not built has no such page either.
  response.status(404).sendFile("404.html", { root }, (error) => {
    if (error && !response.headersSent) response.type("text").send("There is no such document\n");
  });
}
