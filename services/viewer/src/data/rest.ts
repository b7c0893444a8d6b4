import type { RestClient } from "@jetwire/client";

let loading: Promise<RestClient> | undefined;

/** Returns the REST client. Its code is loaded when it is first needed, after the first paint. */
export async function rest(): Promise<RestClient> {
  loading ??= import("./rest-client.ts").then(({ restClient }) => restClient);
  return await loading;
}
