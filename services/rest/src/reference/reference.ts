import { type Handler, type Response, Router } from "express";
import libraryFolder from "swagger-ui-dist/absolute-path.js";

const referencePath = "/v1/reference";
/** The page of the documents with the realtime events. */
const eventsPath = "/docs/reference/events";

/** The files of the library that are served. */
const files = ["swagger-ui-bundle.js", "swagger-ui.css", "favicon-32x32.png"];

// Swagger UI sets styles on its elements, and loads nothing from other origins.
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Serves the page of REST with a form to send requests. The documents have the reference to read. */
export function serveReference(): Handler {
  const library = libraryFolder();
  const router = Router({ strict: true });
  router.use((_request, response, next) => {
    response.set({ "Content-Security-Policy": policy, "Cache-Control": "public, max-age=300" });
    next();
  });
  router.get("/", (_request, response) => sendHtml(response, restPage));
  router.get("/realtime", (_request, response) => response.redirect(308, eventsPath));
  router.get("/start.js", (_request, response) => {
    response.type("text/javascript").send(startScript);
  });
  for (const file of files) {
    router.get(`/${file}`, (_request, response) => {
      // Relative to its folder, because a folder above it may begin with a dot.
      response.sendFile(file, { root: library });
    });
  }
  return Router().use(referencePath, router);
}

function sendHtml(response: Response, html: string): void {
  response.type("text/html").send(html);
}

const restPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Jetwire: REST reference</title>
    <link rel="icon" href="${referencePath}/favicon-32x32.png" />
    <link rel="stylesheet" href="${referencePath}/swagger-ui.css" />
    <style>
      body { margin: 0; }
      nav { font: 16px/1.5 system-ui, sans-serif; max-width: 1460px; margin: 0 auto; padding: 12px 20px 0; }
      html.dark-mode nav, html.dark-mode noscript { color: #e4e6e6; }
      html.dark-mode nav a { color: #8ab4f8; }
      /* No response has OpenAPI links, and the column takes the space of phones. */
      .swagger-ui .response-col_links { display: none; }
      .swagger-ui .responses-table { table-layout: fixed; }
      .swagger-ui .response-col_status, .swagger-ui .col_header.response-col_status { width: 5em; }
      .swagger-ui .responses-table .response-col_description { width: auto; overflow-wrap: anywhere; }
    </style>
  </head>
  <body>
    <nav>
      REST · <a href="/docs/reference/rest/">To read</a> · <a href="${eventsPath}">Realtime events</a> ·
      <a href="/v1/openapi.json">openapi.json</a> · <a href="/v1/asyncapi.json">asyncapi.json</a>
    </nav>
    <main id="reference"><noscript>This page requires JavaScript. The OpenAPI document is at /v1/openapi.json</noscript></main>
    <script src="${referencePath}/swagger-ui-bundle.js"></script>
    <script src="${referencePath}/start.js"></script>
  </body>
</html>
`;

const startScript = `const darkness = matchMedia("(prefers-color-scheme: dark)");
const followDarkness = () => document.documentElement.classList.toggle("dark-mode", darkness.matches);
darkness.addEventListener("change", followDarkness);
followDarkness();
SwaggerUIBundle({
  url: "/v1/openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  displayRequestDuration: true,
  persistAuthorization: false,
  validatorUrl: null,
});
`;
