import type { z } from "zod";
import { en } from "../text/en.ts";

/** A member of a body, with the bounds of its schema. */
export interface BodyMember {
  readonly type: "text" | "number" | "other";
  /** Whether it cannot be left empty. */
  readonly isRequired: boolean;
  readonly isNullable: boolean;
  readonly charsMin: number | undefined;
  readonly charsMax: number | undefined;
}

/** The members of a body by their names. */
export type BodyMembers = Readonly<Record<string, BodyMember>>;

interface MemberSchema {
  readonly type?: string;
  readonly anyOf?: readonly MemberSchema[];
  readonly allOf?: readonly MemberSchema[];
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** Reads the members of a body. */
export function bodyMembersOf(body: z.ZodType): BodyMembers {
  const { properties = {}, required = [] } = body.toJSONSchema({
    io: "input",
    unrepresentable: "any",
  });
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      memberOf(schema as MemberSchema, required.includes(name)),
    ]),
  );
}

function memberOf(schema: MemberSchema, isRequired: boolean): BodyMember {
  const { anyOf = [schema] } = schema;
  const { type, minLength, maxLength, ...rest } = anyOf.find((one) => one.type !== "null") ?? {};
  const isNumber = type === "number" || type === "integer";
  const patterns = [rest, ...(rest.allOf ?? [])].flatMap(({ pattern = [] }) => pattern);
  const refusesEmpty =
    (minLength ?? 0) > 0 ||
    rest.enum !== undefined ||
    patterns.some((one) => !new RegExp(one, "u").test(""));
  return {
    type: isNumber ? "number" : type === "string" ? "text" : "other",
    isRequired: isRequired && (type !== "string" || refusesEmpty),
    isNullable: anyOf.some((one) => one.type === "null"),
    charsMin: minLength,
    charsMax: maxLength,
  };
}

/**
 * Makes a member's value of what was written: an empty field is no value.
 *
 * @returns undefined if the member is left out
 */
export function bodyValueOf({ type, isNullable }: BodyMember, written: unknown): unknown {
  if (typeof written !== "string") return written;
  const text = written.trim();
  if (text === "") return isNullable ? null : undefined;
  return type === "number" ? Number(text) : text;
}

/** Returns what is wrong with each member that the schema refuses, the first fault of each. */
export function faultsOf(body: z.ZodType, value: unknown): Readonly<Record<string, string>> {
  const { error } = body.safeParse(value, { error: sayFault });
  const faults = (error?.issues ?? []).map(({ path, message }) => [String(path[0]), message]);
  return Object.fromEntries(faults.toReversed()) as Record<string, string>;
}

/** Says what is wrong where the schema has no words of its own. */
function sayFault(issue: z.core.$ZodRawIssue): string | undefined {
  const { code } = issue;
  if (code === "invalid_type") {
    return issue.input === undefined ? en.forms.missing : en.forms.notNumber;
  }
  if (code !== "too_small" && code !== "too_big") return undefined;
  const isText = issue.origin === "string";
  if (code === "too_small") {
    return isText ? en.forms.charsMin(issue.minimum) : en.forms.least(issue.minimum);
  }
  return isText ? en.forms.charsMax(issue.maximum) : en.forms.most(issue.maximum);
}
