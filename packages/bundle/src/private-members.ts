import type { Plugin } from "rolldown";
import { parseSync, Visitor } from "rolldown/utils";

/*
 * The decoder of Redis' replies that ioredis 6 has is compiled for engines without private members: TypeScript keeps the
 * value of each field in a WeakMap and reads it by a function. The decoder reads its position several times for each
 * string of a reply, so these look-ups take about three quarters of its time. In a bundle the fields are properties.
 */

const readHelper = "__classPrivateFieldGet";
const writeHelper = "__classPrivateFieldSet";

/** Text that takes the place of a part of the code. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Makes the private members in the decoder of ioredis direct ones. */
export function directMembersOfDecoder(): Plugin {
  return {
    name: "direct-members",
    transform: {
      filter: { id: /\/ioredis\/built\/resp\/decoder\.js$/, code: readHelper },
      handler: directMembers,
    },
  };
}

/**
 * Replaces TypeScript's compiled private fields and methods of `this`: a field becomes a property with the name of its
 * WeakMap, and a method is called without the check of its object. Accessors, static members and other code stay as they are.
 *
 * @param code a module in JavaScript
 * @throws Error if the code cannot be parsed
 */
export function directMembers(code: string): string {
  const { program, errors } = parseSync("module.js", code);
  const [error] = errors;
  if (error !== undefined) throw new Error(error.message);
  const edits: Edit[] = [];
  const initial: { field: string; edit: Edit }[] = [];
  const fields = new Set<string>();
  new Visitor({
    CallExpression({ callee, arguments: args, start, end }) {
      const [receiver, member, third, fourth] = args;
      if (receiver?.type !== "ThisExpression") return;
      if (callee.type === "MemberExpression") {
        if (callee.object.type !== "Identifier" || !isNamed(callee.property, "set")) return;
        if (member === undefined) return;
        const field = callee.object.name;
        initial.push({ field, edit: { start, end: member.start, text: `(this.${field} = ` } });
        return;
      }
      if (member?.type !== "Identifier" || third === undefined) return;
      if (isNamed(callee, writeHelper) && isKind(fourth, "f") && args.length === 4) {
        fields.add(member.name);
        edits.push({ start, end: third.start, text: `(this.${member.name} = ` });
        edits.push({ start: third.end, end, text: ")" });
      } else if (isNamed(callee, readHelper) && isKind(third, "f") && fourth === undefined) {
        fields.add(member.name);
        edits.push({ start, end, text: `this.${member.name}` });
      } else if (isNamed(callee, readHelper) && isKind(third, "m") && fourth !== undefined) {
        edits.push({ start, end, text: code.slice(fourth.start, fourth.end) });
      }
    },
  }).visit(program);
  for (const { field, edit } of initial) if (fields.has(field)) edits.push(edit);
  return applied(code, edits);
}

function isNamed(node: { type: string }, name: string): boolean {
  return node.type === "Identifier" && "name" in node && node.name === name;
}

/** Whether an argument is the letter by which TypeScript tells fields (f), methods (m) and accessors (a) apart. */
function isKind(node: { type: string } | undefined, kind: "f" | "m"): boolean {
  return node?.type === "Literal" && "value" in node && node.value === kind;
}

/** Returns the code with the edits, which do not overlap. */
function applied(code: string, edits: Edit[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start)) {
    parts.push(code.slice(from, start), text);
    from = end;
  }
  return parts.join("") + code.slice(from);
}
