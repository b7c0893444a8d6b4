import { authorizedFetch } from "./rest.ts";

/** Reads a path as the user of the page, and offers the answer as a file. */
export async function downloadAs(name: string, path: string): Promise<void> {
  const response = await authorizedFetch(path);
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
