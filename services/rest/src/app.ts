import { randomUUID } from "node:crypto";
import type { FollowedSenderBlocks } from "@jetwire/db";
import { AppError, type RestMethod } from "@jetwire/protocol";
import { type Logger, requestIdHeader, type Tracing } from "@jetwire/runtime";
import compression from "compression";
import express, { type Express, type Request, type Response, type Router } from "express";
import type { RequestAdmission } from "./admission/admission.ts";
import { answerError } from "./http/answer-error.ts";
import { allowCrossOrigin, refuseCrossOrigin } from "./http/cross-origin.ts";
import { serveOidcCallback } from "./http/oidc-callback.ts";
import { readJsonBody, readsBody } from "./http/json-body.ts";
import { observeRequests } from "./http/observe-requests.ts";
import { addressOf } from "./http/request-origin.ts";
import { refuseBlocked } from "./http/refuse-blocked.ts";
import { redirectStreams } from "./http/redirect-streams.ts";
import { requireHttps } from "./http/require-https.ts";
import { isCompressed, sendAnswer } from "./http/send-answer.ts";
import { redirectReference } from "./reference/reference.ts";
import { parseRequest, type Route } from "./route.ts";
import type { OidcCallback } from "./sign-in/oidc-callback.ts";
import type { RequestMetrics } from "./http/request-metrics.ts";
import { serveSite } from "./web-page/serve-site.ts";
import { servePageFiles, servePages, type WebPageOptions } from "./web-page/serve-web-page.ts";

export interface AppOptions {
  readonly routes: readonly Route[];
  /** The address of the gateways, to which clients of streams are sent. */
  readonly realtimeUrl: string | undefined;
  /** Answers in the forms of other programs, outside of `/v1`. */
  readonly otherForms: Router;
  readonly admission: Pick<RequestAdmission, "admit">;
  /** Answers browsers that come back from a provider of identities. */
  readonly oidcCallback: OidcCallback;
  readonly blocks: Pick<FollowedSenderBlocks, "isAddressBlocked">;
  readonly trustedProxies: readonly string[];
  /** Origins whose pages may use the interface; `*` for all. */
  readonly corsOrigins: readonly string[];
  /** The built page; undefined if there is none. */
  readonly webPage?: WebPageOptions | undefined;
  /** The folder of the built site of the documents; undefined if there is none. */
  readonly siteFolder?: string | undefined;
  /** Serve pages of text without script: the status, the privacy policy and the licence of the data. */
  readonly textPages?: readonly Router[];
  readonly metrics: RequestMetrics;
  /** Records the spans of requests that are traced. */
  readonly tracing?: Pick<Tracing, "request"> | undefined;
  readonly log: Logger;
}

const compressedBytesMin = 1_024;

/** Every request passes in this order: id, HTTPS, route, admission, limit, parsing, answer. */
export function createApp(options: AppOptions): Express {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("query parser", "simple");
  app.set("trust proxy", [...options.trustedProxies]);
  app.use((_request, response, next) => {
    response.set({ [requestIdHeader]: randomUUID(), "X-Content-Type-Options": "nosniff" });
    next();
  });
  app.use(observeRequests(options));
  refuseCrossOrigin(
    app,
    options.routes.map(({ endpoint }) => endpoint),
  );
  app.use("/v1", allowCrossOrigin(options.corsOrigins));
  app.use((request, response, next) => {
    requireHttps(request);
    refuseBlocked(request, options.blocks);
    if (request.secure) response.set("Strict-Transport-Security", "max-age=31536000");
    next();
  });
  app.use(compression({ threshold: compressedBytesMin, filter: isCompressed }));
  app.use("/v1", forbidRendering);
  app.use(redirectReference());
  app.use(redirectStreams(options.realtimeUrl));
  if (options.siteFolder !== undefined) app.use("/docs", serveSite(options.siteFolder));
  app.use(options.otherForms);
  app.use(serveOidcCallback(options.oidcCallback));
  for (const pages of options.textPages ?? []) app.use(pages);
  // Before the routes: `GET /c/:code` is a page, `POST /c/:code` an endpoint.
  if (options.webPage !== undefined) app.use(servePages(options.webPage));
  for (const [path, routes] of Map.groupBy(options.routes, ({ endpoint }) => endpoint.path)) {
    addPath(app, path, routes, options.admission);
  }
  app.use("/v1", refuseUnknownPath);
  if (options.webPage !== undefined) app.use(servePageFiles(options.webPage));
  app.use(refuseUnknownPath);
  app.use(answerError(options.log));
  return app;
}

/** An answer that is opened in a browser runs nothing and cannot be framed. */
function forbidRendering(_request: Request, response: Response, next: () => void): void {
  response.set({
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
  });
  next();
}

function addPath(
  app: Express,
  path: string,
  routes: readonly Route[],
  admission: AppOptions["admission"],
): void {
  const methods = methodsOf(routes);
  const at = app.route(path);
  for (const route of routes) {
    const method = route.endpoint.method.toLowerCase() as Lowercase<RestMethod>;
    at[method](async (request, response) => {
      const answer = await answerRequest(route, request, response, admission);
      await sendAnswer(request, response, route.endpoint, answer);
    });
  }
  at.options((_request, response) => {
    response.set("Allow", methods).status(204).end();
  });
  at.all((_request, response) => {
    response.set("Allow", methods);
    throw new AppError("method_not_allowed", `Allowed methods: ${methods}`);
  });
}

function methodsOf(routes: readonly Route[]): string {
  const own = routes.map(({ endpoint }) => endpoint.method);
  return [...own, ...(own.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
}

async function answerRequest(
  route: Route,
  request: Request,
  response: Response,
  admission: AppOptions["admission"],
) {
  const { endpoint } = route;
  const principal = await admission.admit(endpoint, request, response);
  const { params, query } = request as { params: unknown; query: unknown };
  const body = readsBody(endpoint) ? await readJsonBody(endpoint, request, response) : undefined;
  const parsed = {
    ...parseRequest(endpoint, { params, query, body }),
    address: addressOf(request),
    ip: request.ip ?? "",
    header: (name: string) => request.get(name),
  };
  return await route.answer(parsed, principal);
}

function refuseUnknownPath(): never {
  throw new AppError("not_found", "There is no resource at this address");
}
