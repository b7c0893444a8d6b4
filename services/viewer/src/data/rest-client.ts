import "./jitless.ts";
import { createRestClient } from "@jetwire/client";

/** The REST interface of the server that sent this page. */
export const restClient = createRestClient({ baseUrl: location.origin });
