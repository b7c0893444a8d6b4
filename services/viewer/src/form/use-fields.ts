import { useMemo, useState } from "react";
import type { z } from "zod";
import { en } from "../text/en.ts";
import { faultsOf, type BodyMember, bodyMembersOf, bodyValueOf } from "./members.ts";

/** The value in a field: a text for texts and numbers, otherwise as in the body. */
type Written<Value> = [Exclude<Value, null | undefined>] extends [string | number]
  ? string
  : Exclude<Value, undefined>;

/** The members that a body can have. */
export type BodyOf<Schema extends z.ZodType> = NonNullable<z.input<Schema>>;

/** The first values of fields: a text or a number may be missing. */
export type First<Body> = {
  readonly [Name in keyof Body]:
    | Exclude<Body[Name], undefined>
    | (Written<Body[Name]> extends string ? undefined : never);
};

interface TextField {
  readonly name: string;
  readonly value: string;
  readonly fault: string | undefined;
  readonly required: boolean;
  onText(text: string): void;
  onBlur(): void;
}

/** The fields of a form, as its components take them. The bounds are those of the body's schema. */
export interface FieldBindings<Body> {
  readonly values: { readonly [Name in keyof Body]-?: Written<Body[Name]> };
  set<Name extends keyof Body>(name: Name, value: Written<Body[Name]>): void;
  /** The properties of a field to write in. */
  field(name: keyof Body & string): TextField & {
    readonly inputMode: "decimal" | undefined;
    readonly minLength: number | undefined;
    readonly maxLength: number | undefined;
  };
  /** The properties of a list to choose from. */
  select(name: keyof Body & string): TextField;
  /** The properties of a box to check. */
  check(name: keyof Body & string): {
    readonly checked: boolean;
    readonly fault: string | undefined;
    onCheck(checked: boolean): void;
  };
}

/** The fields of a form, for the form itself. */
export interface FormFields<Body> extends FieldBindings<Body> {
  /** The fields that were wrong when the form was last sent. */
  readonly refused: readonly string[];
  /** Returns the body; null if a field is wrong, which then shows its fault. */
  read(): Body | null;
}

interface FieldsOptions<Body> {
  /** The faults that the server has found. */
  readonly faults?: Readonly<Record<string, string>>;
  /** Members that this form requires, although the body can be without them. */
  readonly needs?: readonly (keyof Body & string)[];
}

/**
 * Keeps what is written in the fields of a form, and checks it by the schema of a body: a field when it is left, all
 * when the form is sent. Faults of members that the form does not have are not its matter.
 *
 * @param first what is written at first: the members that the form has
 */
export function useFields<Schema extends z.ZodType, Name extends keyof BodyOf<Schema> & string>(
  schema: Schema,
  first: First<Required<Pick<BodyOf<Schema>, Name>>>,
  { faults: ofServer = {}, needs = [] }: FieldsOptions<Pick<BodyOf<Schema>, Name>> = {},
): FormFields<Pick<BodyOf<Schema>, Name>> {
  type Body = Pick<BodyOf<Schema>, Name>;
  const members = useMemo(() => bodyMembersOf(schema), [schema]);
  const [written, setWritten] = useState<Readonly<Record<string, unknown>>>(() =>
    Object.fromEntries(Object.entries(first).map(([name, value]) => [name, writtenOf(value)])),
  );
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [refused, setRefused] = useState<readonly string[]>([]);
  // What the server says of a value holds until it is changed.
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  const names = Object.keys(first);

  function memberOf(name: string): BodyMember {
    const member = members[name];
    if (!member) throw new TypeError(`The body has no member ${name}`);
    return needs.some((one) => one === name) ? { ...member, isRequired: true } : member;
  }

  function bodyOf(): Record<string, unknown> {
    return Object.fromEntries(
      names.flatMap((name) => {
        const value = bodyValueOf(memberOf(name), written[name]);
        return value === undefined ? [] : [[name, value]];
      }),
    );
  }

  function faultsNow(body: Record<string, unknown>): Record<string, string> {
    const found = faultsOf(schema, body);
    return Object.fromEntries(
      names.flatMap((name) => {
        const isMissing = memberOf(name).isRequired && body[name] == null;
        const fault = isMissing ? en.forms.missing : found[name];
        return fault === undefined ? [] : [[name, fault]];
      }),
    );
  }

  function set(name: string, value: unknown): void {
    setWritten((all) => ({ ...all, [name]: value }));
    setChanged((all) => new Set([...all, name]));
    setFaults(({ [name]: _fault, ...others }) => others);
  }

  function faultOf(name: string): string | undefined {
    return faults[name] ?? (changed.has(name) ? undefined : ofServer[name]);
  }

  function textField(name: string): TextField {
    const text = written[name];
    const value = typeof text === "string" ? text : "";
    return {
      name,
      value,
      fault: faultOf(name),
      required: memberOf(name).isRequired,
      onText: (next) => set(name, next),
      onBlur() {
        const fault = faultsNow(bodyOf())[name];
        if (value !== "" && fault !== undefined) setFaults((all) => ({ ...all, [name]: fault }));
      },
    };
  }

  return {
    values: written as FieldBindings<Body>["values"],
    set,
    field(name) {
      const { type, charsMin, charsMax } = memberOf(name);
      return {
        ...textField(name),
        inputMode: type === "number" ? "decimal" : undefined,
        minLength: charsMin,
        maxLength: charsMax,
      };
    },
    select: textField,
    check: (name) => ({
      checked: written[name] === true,
      fault: faultOf(name),
      onCheck: (checked) => set(name, checked),
    }),
    refused,
    read() {
      const body = bodyOf();
      const found = faultsNow(body);
      setFaults(found);
      setRefused(Object.keys(found));
      setChanged(new Set());
      return Object.keys(found).length === 0 ? (body as Body) : null;
    },
  };
}

function writtenOf(value: unknown): unknown {
  if (value === null || value === undefined) return "";
  return typeof value === "number" ? String(value) : value;
}
