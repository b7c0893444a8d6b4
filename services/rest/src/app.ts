import { createHash, randomUUID } from "node:crypto";
import type { KeyChecker } from "@jetwire/auth";
import { AppError, type RestMethod } from "@jetwire/protocol";
import type { Limiter } from "@jetwire/redis";
import type { Counter, Logger } from "@jetwire/runtime";
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type Response,
} from "express";
import { authenticate, challenge } from "./authenticate.ts";
import type { Holder } from "./holder.ts";
import { requireHttps } from "./https-only.ts";
import { problemOf, toAppError, unavailableRetrySeconds } from "./problem.ts";
import { limitRequests } from "./rate-limit.ts";
import { readRequest, type RestAnswer, type Route } from "./route.ts";
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
  for (const [path, routes] of Map.groupBy(parts.routes, ({ endpoint }) => endpoint.path)) {
    addPath(app, path, routes, parts);
  }
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

function addPath(app: Express, path: string, routes: readonly Route[], parts: AppParts): void {
  const methods = methodsOf(routes);
  const at = app.route(path);
  for (const route of routes) {
    const method = route.endpoint.method.toLowerCase() as Lowercase<RestMethod>;
    at[method](async (request, response) => {
      send(request, response, route.endpoint.status, await answer(route, request, response, parts));
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

async function answer(
  { endpoint, answer: answered }: Route,
  request: Request,
  response: Response,
  { checker, limiter }: AppParts,
): Promise<RestAnswer> {
  const holder = endpoint.access === "open" ? null : await admit();
  const { params, query, body } = request as { params: unknown; query: unknown; body: unknown };
  const read = readRequest(endpoint, { params, query, body });
  return await answered({ ...read, address: addressOf(request) }, holder);

  async function admit(): Promise<Holder> {
    response.vary("Authorization");
    const found = await authenticate(request.get("authorization"), checker);
    await limitRequests(limiter, found, (name, value) => response.set(name, value));
    return found;
  }
}

function send(
  request: Request,
  response: Response,
  status: number,
  { body, headers = {}, tagged = false }: RestAnswer,
): void {
  if (body === undefined) return void response.set(headers).status(status).end();
  const text = JSON.stringify(body);
  response.set({ "Cache-Control": tagged ? "private, no-cache" : "private, no-store", ...headers });
  if (tagged) {
    const tag = `"${createHash("sha256").update(text).digest("base64url")}"`;
    response.set("ETag", tag);
    if (hasTag(request.get("if-none-match"), tag)) return void response.status(304).end();
  }
  response.status(status).type("application/json").send(text);
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
