import { type DocumentedOperation, resolved, type Shared } from "./open-api.ts";

interface Listed {
  readonly method: string;
  readonly path: string;
  readonly operation: DocumentedOperation;
}

const queryMax = 2;

/** Returns a request of an operation as a command of curl, with example values of its parameters. */
export function exampleRequest({ method, path, operation }: Listed, shared: Shared): string {
  const { parameters = [], requestBody, security = [] } = operation;
  const known = parameters.map((given) => resolved(given, shared));
  const query = known
    .filter(({ in: position, required, schema }) => {
      return position === "query" && (required === true || schema.examples !== undefined);
    })
    .toSorted((a, b) => Number(b.required ?? false) - Number(a.required ?? false))
    .slice(0, queryMax)
    .map(({ name, schema }) => `${name}=${exampleOf(schema.examples, name)}`);
  const filled = known
    .filter(({ in: position }) => position === "path")
    .reduce(
      (all, { name, schema }) => all.replace(`{${name}}`, exampleOf(schema.examples, name)),
      path,
    );
  const address = filled + (query.length === 0 ? "" : `?${query.join("&")}`);
  const isOpen = security.length === 0 || security.some((way) => Object.keys(way).length === 0);
  const takesKey = security.some((way) => "apiKey" in way);
  return [
    method === "GET" ? "curl" : `curl --request ${method}`,
    ...(takesKey && !isOpen ? [`--header "Authorization: Bearer $JETWIRE_KEY"`] : []),
    ...(requestBody ? ["--json @body.json"] : []),
    `"$JETWIRE_URL${address}"`,
  ].join(" \\\n  ");
}

/** Returns the first example of a value; without any, its name in upper case. */
function exampleOf(examples: readonly unknown[] | undefined, name: string): string {
  const [first] = examples ?? [];
  return typeof first === "string" || typeof first === "number"
    ? encodeURIComponent(first).replaceAll("%2C", ",")
    : name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_").toUpperCase();
}
