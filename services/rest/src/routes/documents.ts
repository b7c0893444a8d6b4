import { endpoints } from "@jetwire/protocol";
import { type Route, route } from "../route.ts";

type Document = Readonly<Record<string, unknown>>;

/** The interface's own descriptions; made once, for they don't change while the service runs. */
export function documentRoutes(openApi: Document, asyncApi: Document): Route[] {
  const headers = { "Cache-Control": "public, max-age=300" };
  return [
    route(endpoints.readOpenApi, async () => ({ body: openApi, headers })),
    route(endpoints.readAsyncApi, async () => ({ body: asyncApi, headers })),
  ];
}
