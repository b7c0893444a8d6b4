import { type AnswerHeader, answerHeaders, openApiDocument } from "@jetwire/protocol";
import { checkDocument } from "@jetwire/testbed";

/** An answer as a client or the server sees it; names of headers in lower case. */
export interface Answered {
  readonly method: string;
  /** The path, without its query. */
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Null where it wasn't kept. */
  readonly body: string | null;
}

interface Described {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly "x-line"?: object }>>;
  readonly headers?: Readonly<Record<string, object>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly responses: Readonly<Record<string, Described>> };
}

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, Described>>;
}

/** The description of an answer in the document. */
interface DescribedAnswer {
  readonly at: readonly string[];
  readonly described: Described;
}

const document = openApiDocument({ version: "0" }) as unknown as Document;
const check = checkDocument(document);

/** Paths without parameters come first: they are meant where both fit. */
const paths = Object.keys(document.paths)
  .toSorted((a, b) => Number(a.includes("{")) - Number(b.includes("{")))
  .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`) }));

/** Returns the results of an operation by the document: its status, and the code of each error. */
export function resultsOf(operationId: string): string[] {
  const operation = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .find((one) => one.operationId === operationId);
  const responses = Object.entries(operation?.responses ?? {});
  return responses.flatMap(([status, { $ref }]) => ($ref === undefined ? [status] : codesOf($ref)));
}

/** Components of refusals are named after their codes. */
function codesOf(reference: string): string[] {
  return (reference.split("/").at(-1) ?? "").split("-");
}

/**
 * Returns the differences between an answer and the OpenAPI document; none for other paths. The callback of
 * providers answers with a page to open, so it is no endpoint.
 */
export function faultsOf(answer: Answered): string[] {
  const isOfInterface = /^\/(?:c\/|v1(?!\/reference|\/auth\/oidc\/[^/]+\/callback))/.test(
    answer.path,
  );
  const isPage = answer.headers["content-type"]?.startsWith("text/html") === true;
  if (!isOfInterface || isPage || answer.method === "OPTIONS") return [];
  const description = descriptionOf(answer);
  const name = `${answer.method} ${answer.path}: ${answer.status}`;
  if (description === null) return [`${name} is not described: ${answer.body?.slice(0, 200)}`];
  return [...headerFaults(answer, description), ...bodyFaults(answer, description)].map(
    (fault) => `${name}: ${fault}`,
  );
}

function descriptionOf({ method, path, status }: Answered): DescribedAnswer | null {
  const found = paths.find(({ pattern }) => pattern.test(path));
  if (!found) return status === 404 || status === 403 ? refusal(status) : null;
  const verb = method === "HEAD" ? "get" : method.toLowerCase();
  const operation = document.paths[found.path]?.[verb];
  if (!operation) return status === 405 || status === 403 ? refusal(status) : null;
  const described = operation.responses[status];
  if (!described) return null;
  if (described.$ref === undefined) {
    return { at: ["paths", found.path, verb, "responses", String(status)], described };
  }
  return component(described.$ref.split("/").at(-1) ?? "");
}

/** Returns the description of errors that are the same for all paths. */
function refusal(status: 403 | 404 | 405): DescribedAnswer | null {
  const names = { 403: "https_required", 404: "not_found", 405: "method_not_allowed" };
  return component(names[status]);
}

function component(name: string): DescribedAnswer | null {
  const described = document.components.responses[name];
  return described ? { at: ["components", "responses", name], described } : null;
}

function headerFaults({ status, headers }: Answered, { described }: DescribedAnswer): string[] {
  return Object.entries(answerHeaders).flatMap(([name, header]) => {
    const value = headers[name.toLowerCase()];
    const own = described.headers?.[name];
    const isRequired = own !== undefined && "required" in ("$ref" in own ? header : own);
    if (value === undefined) return isRequired ? [`${name} is missing`] : [];
    // An error may have the headers of limits.
    if (own === undefined) return status < 400 ? [`${name} is not described`] : [];
    return check
      .faultsOf(["components", "headers", name, "schema"], valueOf(name as AnswerHeader, value))
      .map((fault) => `${name}: ${fault}`);
  });
}

function valueOf(name: AnswerHeader, text: string): unknown {
  return answerHeaders[name].schema.type === "integer" ? Number(text) : text;
}

function bodyFaults(
  { method, headers, body }: Answered,
  { at, described }: DescribedAnswer,
): string[] {
  const content = described.content;
  if (method === "HEAD" || body === null) return [];
  if (content === undefined) return body === "" ? [] : ["a body is not described"];
  const type = headers["content-type"]?.split(";")[0] ?? "none";
  const media = content[type];
  if (media === undefined) return [`${type} is not described`];
  const schema = [...at, "content", type];
  if (media["x-line"]) {
    const lines = body.split("\n").filter((line) => line !== "");
    return lines.flatMap((line) => check.faultsOf([...schema, "x-line"], JSON.parse(line)));
  }
  const isJson = /\bjson$/.test(type);
  const isSnake = headers["content-type"]?.includes("case=snake") === true;
  const reviver = isSnake ? inCamelCase : undefined;
  return isJson ? check.faultsOf([...schema, "schema"], JSON.parse(body, reviver)) : [];
}

/** Names members as the document has them; keys that are data may change, which the document does not see. */
function inCamelCase(_name: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]: [string, unknown]) => [
      name.replaceAll(/(?<=[a-z0-9])_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      member,
    ]),
  );
}
