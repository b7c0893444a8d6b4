import type { RestClient } from "@jetwire/client";
import type { Endpoint } from "@jetwire/protocol";
import { z } from "zod";

/** The parts of a request. */
const parts = ["params", "query", "body"] as const;
export type RequestPart = (typeof parts)[number];

/** A member of a request, as its endpoint describes it. */
export interface RequestMember {
  readonly name: string;
  readonly part: RequestPart;
  readonly type: "text" | "number" | "flag" | "list";
  readonly isRequired: boolean;
  /** The form of a value: `<n>`, `<time>`, `<info|warning>`. */
  readonly usage: string;
  readonly description: string;
}

interface MemberSchema {
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly MemberSchema[];
  readonly allOf?: readonly MemberSchema[];
}

const namesShownMax = 6;

/** Reads the members of an endpoint's path, query and body. */
export function requestMembersOf(endpoint: Endpoint): RequestMember[] {
  return parts.flatMap((part) => {
    const schema: z.ZodType = endpoint[part];
    if (!(schema instanceof z.ZodObject)) return [];
    const { properties = {}, required = [] } = schema.toJSONSchema({
      io: "input",
      unrepresentable: "any",
    });
    return Object.entries(properties).map(([name, described]) =>
      memberOf({ name, part, isRequired: required.includes(name) }, described as MemberSchema),
    );
  });
}

function memberOf(
  at: Pick<RequestMember, "name" | "part" | "isRequired">,
  described: MemberSchema,
): RequestMember {
  const given = described.anyOf?.find(({ type }) => type !== "null") ?? described;
  const schema = { ...given.allOf?.[0], ...given };
  const { description = "" } = { ...schema, ...described };
  const names = schema.enum?.map(String) ?? [];
  const isFlag = schema.type === "boolean" || names.toSorted().join() === "false,true";
  const type = isFlag ? "flag" : (typeNames[schema.type ?? ""] ?? "text");
  return { ...at, type, usage: usageOf(schema, type, names), description };
}

const typeNames: Readonly<Record<string, RequestMember["type"]>> = {
  number: "number",
  integer: "number",
  array: "list",
};

function usageOf(
  schema: MemberSchema,
  type: RequestMember["type"],
  names: readonly string[],
): string {
  if (names.length > 0 && names.length <= namesShownMax) return `<${names.join("|")}>`;
  if (type === "number") return "<n>";
  if (type === "list") return "<list>";
  return schema.format === "date-time" ? "<time>" : "<text>";
}

/** Makes a member's value of a text of the command line. What is no number stays text, for the schema to refuse. */
export function requestValueOf(
  { type, part }: Pick<RequestMember, "type" | "part">,
  given: unknown,
): unknown {
  if (type === "flag") return part === "query" ? String(given) : given;
  const text = String(given);
  if (type === "list") return text.split(",");
  // Parameters are text in the address.
  return type === "number" && part === "body" && isNumber(text) ? Number(text) : text;
}

function isNumber(text: string): boolean {
  return text.trim() !== "" && Number.isFinite(Number(text));
}

/** Makes a value of a text of the command line, for which the service may be asked. */
export type ReadInput = (text: string, client: RestClient) => unknown;
