import { authorizedFetch } from "./rest.ts";

/** Reads all that the service stores about the user, as lines of JSON, and offers it as a file. */
export async function exportAccount(): Promise<void> {
  const response = await authorizedFetch("/v1/me/export");
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = url;
  link.download = "account.ndjson";
  link.click();
  URL.revokeObjectURL(url);
}
