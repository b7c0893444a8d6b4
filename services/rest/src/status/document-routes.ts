import { asyncApiDocument, endpoints, openApiDocument } from "@jetwire/protocol";
import { type Route, route } from "../route.ts";

type Documents = ReturnType<typeof createDocuments>;

/** The version of the interface, which only grows. Which program runs is shown to operators only (`readOverview`). */
const version = "1.0.0";

/** The OpenAPI document, which takes a tenth of a second to make and is the same for all services of a process. */
let openApi: ReturnType<typeof openApiDocument> | undefined;

/** Creates the OpenAPI and AsyncAPI documents of the service. */
export function createDocuments(realtimeUrl: string | undefined) {
  openApi ??= openApiDocument({ version });
  return {
    openApi,
    asyncApi: asyncApiDocument({ version, url: realtimeUrl }),
  };
}

/** `/v1/openapi.json` and `/v1/asyncapi.json`. */
export function documentRoutes(documents: Documents): Route[] {
  const headers = { "Cache-Control": "public, max-age=300" };
  return [
    route(endpoints.readOpenApi, async () => ({ body: documents.openApi, headers })),
    route(endpoints.readAsyncApi, async () => ({ body: documents.asyncApi, headers })),
  ];
}
