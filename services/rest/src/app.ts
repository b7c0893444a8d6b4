import { randomUUID } from "node:crypto";
import { AppError, type RestMethod } from "@jetwire/protocol";
import type { Counter, Logger } from "@jetwire/runtime";
import compression from "compression";
import express, { type Express, type Request, type Response } from "express";
import type { Admit } from "./admission/admit.ts";
import { answerError, requestIdHeader } from "./http/answer-error.ts";
import { allowCrossOrigin } from "./http/cross-origin.ts";
import { requireHttps } from "./http/require-https.ts";
import { readJsonBody, takesBody } from "./http/json-body.ts";
import { type Asked, readRequest, type Route } from "./route.ts";
import { serveReference } from "./reference/reference.ts";
import { isCompressed, sendAnswer } from "./http/send-answer.ts";
import { serveWebPage } from "./http/web-page.ts";

export interface AppParts {
  readonly routes: readonly Route[];
  readonly admit: Admit;
  readonly trustedProxies: readonly string[];
  /** Origins of web pages that may use the interface; `*` for all. */
  readonly corsOrigins: readonly string[];
  /** The realtime interface, for its page. */
  readonly asyncApi: Readonly<Record<string, unknown>>;
  readonly webPageDir: string | undefined;
  readonly realtimeUrl: string | undefined;
  readonly requests: Counter<"route" | "status">;
  readonly log: Logger;
}

const compressedBytesMin = 1_024;

/** The order in which every request goes: named, secure, route, holder, limit, read, answer. */
export function createApp(parts: AppParts): Express {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("query parser", "simple");
  app.set("trust proxy", [...parts.trustedProxies]);
  app.use((request, response, next) => {
    response.set({ [requestIdHeader]: randomUUID(), "X-Content-Type-Options": "nosniff" });
    response.once("finish", () => count(request, response));
    next();
  });
  app.use("/v1", allowCrossOrigin(parts.corsOrigins));
  app.use((request, response, next) => {
    requireHttps(request);
    if (request.secure) response.set("Strict-Transport-Security", "max-age=31536000");
    next();
  });
  app.use(compression({ threshold: compressedBytesMin, filter: isCompressed }));
  app.use("/v1", showNothing);
  app.use(serveReference(parts.asyncApi));
  for (const [path, routes] of Map.groupBy(parts.routes, ({ endpoint }) => endpoint.path)) {
    addPath(app, path, routes, parts.admit);
  }
  app.use("/v1", refuseUnknown);
  if (parts.webPageDir !== undefined) app.use(serveWebPage(parts.webPageDir, parts.realtimeUrl));
  app.use(refuseUnknown);
  app.use(answerError(parts.log));
  return app;

  function count(request: Request, response: Response): void {
    const route: unknown = request.route;
    const path = hasPath(route) ? route.path : "other";
    parts.requests.inc({ route: path, status: String(response.statusCode) });
  }
}

/** Whatever a browser is made to open of the interface runs nothing and is framed by nobody. */
function showNothing(_request: Request, response: Response, next: () => void): void {
  response.set({
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
  });
  next();
}

function addPath(app: Express, path: string, routes: readonly Route[], admit: Admit): void {
  const methods = methodsOf(routes);
  const at = app.route(path);
  for (const route of routes) {
    const method = route.endpoint.method.toLowerCase() as Lowercase<RestMethod>;
    at[method](async (request, response) => {
      const answered = await answer(route, request, response, admit);
      await sendAnswer(request, response, route.endpoint, answered);
    });
  }
  at.options((_request, response) => {
    response.set("Allow", methods).status(204).end();
  });
  at.all((_request, response) => {
    response.set("Allow", methods);
    throw new AppError("method_not_allowed", `Only ${methods} here`);
  });
}

function methodsOf(routes: readonly Route[]): string {
  const own = routes.map(({ endpoint }) => endpoint.method);
  return [...own, ...(own.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
}

async function answer(route: Route, request: Request, response: Response, admit: Admit) {
  const { endpoint } = route;
  const principal = await admit(endpoint.access, request, response);
  const { params, query } = request as { params: unknown; query: unknown };
  const body = takesBody(endpoint) ? await readJsonBody(request) : undefined;
  const asked: Asked = {
    ...readRequest(endpoint, { params, query, body }),
    address: addressOf(request),
    ip: request.ip ?? "",
    header: (name) => request.get(name),
  };
  return await route.answer(asked, principal);
}

/** Links are absolute, because clients take them as they are; a strange Host makes them relative. */
function addressOf(request: Request): string {
  const host = request.host;
  const origin = /^[A-Za-z0-9.:[\]-]+$/.test(host ?? "") ? `${request.protocol}://${host}` : "";
  return origin + request.path;
}

function refuseUnknown(): never {
  throw new AppError("not_found", "There is nothing at this address");
}

function hasPath(route: unknown): route is { path: string } {
  return (
    typeof route === "object" && route !== null && "path" in route && typeof route.path === "string"
  );
}
