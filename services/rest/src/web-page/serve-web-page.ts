import { readFile } from "node:fs/promises";
import { join, resolve, sep } from "node:path";
import { AppError, type PagePath, pageTitles } from "@jetwire/protocol";
import type { Logger } from "@jetwire/runtime";
import express, { type Request, type Response, type Router } from "express";
import staticFiles from "express-static-gzip";
import type { PageHeads } from "./page-heads.ts";
import { contentPolicy, originOfPage, permissionsPolicy, realtimeOf } from "./policy.ts";
import { type PageHead, writeHead } from "./write-head.ts";

export interface WebPageOptions {
  /** The folder of the built page. */
  readonly folder: string;
  readonly heads: Pick<PageHeads, "of">;
  /** Serves the pictures for previews of links. */
  readonly cards: Router;
  /** Tells whether nobody may operate the service, so that the page leads to its set-up. */
  readonly need: { get(): Promise<boolean> };
  /** The address by which people open the page; undefined if it is not configured. */
  readonly publicUrl: string | undefined;
  /** The next port by default. */
  readonly realtimeUrl: string | undefined;
  /** A tile server that the page may load from. */
  readonly tilesUrl: string | undefined;
  readonly log: Logger;
}

const assetSeconds = 365 * 24 * 3_600;
const paths = Object.keys(pageTitles) as PagePath[];

/** Answers each path of the page with the built page: its script decides what is shown. */
export function servePages(options: WebPageOptions): Router {
  const router = express.Router();
  router.use(options.cards);
  for (const path of paths) {
    router.get(path, async (request, response) => {
      const head = await options.heads.of(path, request.params, request.ip ?? "", options.log);
      await sendPage(options, { request, response }, head);
    });
  }
  return router;
}

/**
 * Serves the other files of the built page, compressed if the build has compressed them. Names below
 * `/assets/` contain a hash of the content. A person who follows a dead link gets the page with 404.
 */
export function servePageFiles(options: WebPageOptions): Router {
  const { folder } = options;
  const assets = join(resolve(folder), "assets") + sep;
  const router = express.Router();
  router.use((request, response, next) => {
    response.set(pageHeaders(options, request));
    next();
  });
  router.use(
    staticFiles(resolve(folder), {
      enableBrotli: true,
      orderPreference: ["br"],
      index: false,
      serveStatic: {
        redirect: false,
        dotfiles: "ignore",
        cacheControl: false,
        setHeaders(response, path) {
          const isAsset = path.startsWith(assets);
          const lifetime = isAsset ? `public, max-age=${assetSeconds}, immutable` : "no-cache";
          response.setHeader("Cache-Control", lifetime);
        },
      },
    }),
  );
  router.use(async (request, response, next) => {
    // The library sets it before it looks for the file.
    response.removeHeader("Content-Encoding");
    const isPage = request.method === "GET" && request.accepts(["json", "html"]) === "html";
    if (!isPage || request.path.startsWith("/assets/")) return next();
    const head: PageHead = { status: 404, title: "Page not found", description: "" };
    await sendPage(options, { request, response }, head);
  });
  return router;
}

async function sendPage(
  options: WebPageOptions,
  { request, response }: { request: Request; response: Response },
  head: PageHead,
): Promise<void> {
  const html = await readPage(options.folder);
  const { host, protocol } = realtimeOf(request, options.realtimeUrl) ?? {};
  const addresses = {
    // A cache or a preview may show what another Host asked for.
    origin: options.publicUrl ?? originOfPage(request),
    path: request.path,
    realtime: host === undefined ? null : `${protocol}//${host}`,
    tiles: options.tilesUrl ?? null,
    // Without Postgres the page is shown all the same.
    isSetupNeeded: await options.need.get().catch(() => false),
  };
  response.set(pageHeaders(options, request));
  response.set("Cache-Control", "no-cache");
  response
    .status(head.status)
    .type("html")
    .send(writeHead(html, head, addresses));
}

/** @throws AppError `unavailable` if the page is not built, for example while it is being built */
async function readPage(folder: string): Promise<string> {
  try {
    return await readFile(join(folder, "index.html"), "utf8");
  } catch (cause) {
    throw new AppError("unavailable", "The page is not built", { cause });
  }
}

function pageHeaders({ realtimeUrl, tilesUrl }: WebPageOptions, request: Request) {
  return {
    "Content-Security-Policy": contentPolicy(realtimeOf(request, realtimeUrl), tilesUrl),
    "Permissions-Policy": permissionsPolicy,
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
  };
}
