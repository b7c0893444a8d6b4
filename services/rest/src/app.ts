import { createHash, randomUUID } from "node:crypto";
import type { KeyChecker } from "@jetwire/auth";
import { AppError } from "@jetwire/protocol";
import type { Limiter } from "@jetwire/redis";
import type { Counter, Logger } from "@jetwire/runtime";
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type Response,
} from "express";
import { authenticate, challenge } from "./authenticate.ts";
import { requireHttps } from "./https-only.ts";
import { problemOf, toAppError, unavailableRetrySeconds } from "./problem.ts";
import { limitRequests } from "./rate-limit.ts";
import type { RestAnswer, Route } from "./route.ts";
import { serveViewer } from "./viewer.ts";

export interface AppParts {
  readonly routes: readonly Route[];
  readonly checker: KeyChecker;
  readonly limiter: Limiter;
  readonly trustedProxies: readonly string[];
  readonly viewerDir: string | undefined;
  readonly realtimeUrl: string | undefined;
  readonly requests: Counter<"route" | "status">;
  readonly log: Logger;
}

const methods = "GET, HEAD, OPTIONS";
const requestIdHeader = "X-Request-Id";

/** The order in which every request goes: named, secure, route, holder, limit, answer. */
export function createApp(parts: AppParts): Express {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("query parser", "simple");
  app.set("trust proxy", [...parts.trustedProxies]);
  app.use((request, response, next) => {
    response.set({ [requestIdHeader]: randomUUID(), "X-Content-Type-Options": "nosniff" });
    response.once("finish", () => count(request, response));
    requireHttps(request);
    next();
  });
  for (const route of parts.routes) addRoute(app, route, parts);
  app.use("/v1", refuseUnknown);
  if (parts.viewerDir !== undefined) app.use(serveViewer(parts.viewerDir, parts.realtimeUrl));
  app.use(refuseUnknown);
  app.use(answerError(parts.log));
  return app;

  function count(request: Request, response: Response): void {
    const route: unknown = request.route;
    const path = hasPath(route) ? route.path : "other";
    parts.requests.inc({ route: path, status: String(response.statusCode) });
  }
}

function addRoute(app: Express, route: Route, { checker, limiter }: AppParts): void {
  app
    .route(route.path)
    .get(async (request, response) => {
      const { params, query } = request;
      const asked = { params, query, address: addressOf(request) };
      if (route.open) return send(request, response, await route.answer(asked));
      response.vary("Authorization");
      const holder = await authenticate(request.get("authorization"), checker);
      await limitRequests(limiter, holder, (name, value) => response.set(name, value));
      return send(request, response, await route.answer(asked, holder));
    })
    .options((_request, response) => {
      response.set("Allow", methods).status(204).end();
    })
    .all((_request, response) => {
      response.set("Allow", methods);
      throw new AppError("method_not_allowed", `Only ${methods} here`);
    });
}

function send(request: Request, response: Response, answer: RestAnswer): void {
  const { body, headers = {}, tagged = false } = answer;
  const text = JSON.stringify(body);
  response.set({ "Cache-Control": tagged ? "private, no-cache" : "private, no-store", ...headers });
  if (tagged) {
    const tag = `"${createHash("sha256").update(text).digest("base64url")}"`;
    response.set("ETag", tag);
    if (hasTag(request.get("if-none-match"), tag)) return void response.status(304).end();
  }
  response.status(200).type("application/json").send(text);
}

/** Express' own comparison gives up at `Cache-Control: no-cache`, which Node's fetch always sends. */
function hasTag(ifNoneMatch: string | undefined, tag: string): boolean {
  const tags = (ifNoneMatch ?? "").split(",").map((part) => part.trim().replace(/^W\//, ""));
  return tags.includes(tag) || tags.includes("*");
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

function answerError(log: Logger): ErrorRequestHandler {
  return (thrown: unknown, request, response, next) => {
    // Too late for an answer: Express then cuts the connection.
    if (response.headersSent) return next(thrown);
    const error = toAppError(thrown);
    const requestId = response.get(requestIdHeader) ?? randomUUID();
    const problem = problemOf(error, requestId);
    if (problem.status >= 500) {
      log.error(
        { requestId, method: request.method, code: error.code, err: causeOf(error) },
        "request failed",
      );
    }
    if (error.code === "unauthorized") response.set("WWW-Authenticate", challenge);
    if (error.code === "unavailable") response.set("Retry-After", String(unavailableRetrySeconds));
    response.set("Cache-Control", "no-store");
    response.status(problem.status).type("application/problem+json").send(JSON.stringify(problem));
  };
}

/** Only these members: an error of Postgres may carry rows, one of a parser its input. */
function causeOf({ cause }: AppError) {
  if (!(cause instanceof Error)) return { message: String(cause) };
  const code = "code" in cause ? String(cause.code) : undefined;
  return { type: cause.name, message: cause.message.slice(0, 300), code, stack: cause.stack };
}

function hasPath(route: unknown): route is { path: string } {
  return (
    typeof route === "object" && route !== null && "path" in route && typeof route.path === "string"
  );
}
