/** A request to an endpoint of the server, as programs would send it. */
export interface ApiRequest {
  /** The name of the client's method. */
  readonly method: "listMessages" | "readMessage";
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Parameters in the path. */
  readonly params?: Readonly<Record<string, string>>;
}

/** Returns a command line that sends the request. All that is foreign in it is percent-encoded. */
export function curlOf({ path, query }: ApiRequest, origin: string): string {
  const search = new URLSearchParams(query).toString();
  const address = `${origin}${path}${search === "" ? "" : `?${search}`}`;
  return `curl -H "Authorization: Bearer $JETWIRE_KEY" \\\n  '${address}'`;
}

/** Returns a program of a few lines that sends the request by `@jetwire/client`. */
export function clientCodeOf(request: ApiRequest, origin: string): string {
  const input = objectText({ ...request.params, ...request.query });
  const lines = [
    'import { createRestClient } from "@jetwire/client";',
    "",
    "const rest = createRestClient({",
    `  baseUrl: ${JSON.stringify(origin)},`,
    "  apiKey: process.env.JETWIRE_KEY,",
    "});",
    "",
  ];
  const use =
    request.method === "listMessages"
      ? [
          `for await (const message of rest.listMessages(${input})) {`,
          "  console.log(message);",
          "}",
        ]
      : [`console.log(await rest.${request.method}(${input}));`];
  return [...lines, ...use].join("\n");
}

function objectText(members: Readonly<Record<string, string>>): string {
  const entries = Object.entries(members);
  if (entries.length === 0) return "{}";
  const lines = entries.map(([name, value]) => `  ${name}: ${JSON.stringify(value)},`);
  return `{\n${lines.join("\n")}\n}`;
}
