import { asyncApiDocument, endpoints, openApiDocument } from "@jetwire/protocol";
import { type Route, route } from "../route.ts";

type Documents = ReturnType<typeof createDocuments>;

/** The version of the interface, which only grows. Which program runs is shown to operators only (`readOverview`). */
const version = "1.0.0";

/** Creates the OpenAPI and AsyncAPI documents of the service. */
export function createDocuments(realtimeUrl: string | undefined) {
  return {
    openApi: openApiDocument({ version }),
    asyncApi: asyncApiDocument({ version, url: realtimeUrl }),
  };
}

/** `/v1/openapi.json` and `/v1/asyncapi.json`. */
export function documentRoutes({ openApi, asyncApi }: Documents): Route[] {
  const headers = { "Cache-Control": "public, max-age=300" };
  return [
    route(endpoints.readOpenApi, async () => ({ body: openApi, headers })),
    route(endpoints.readAsyncApi, async () => ({ body: asyncApi, headers })),
  ];
}
