/**
 * Reads values of unaligned PER (ITU-T X.691) by their types: numbers of a range in as few bits as the range
 * needs, lengths like numbers, a bit for each member that may be missing, and the index of a choice. Like
 * libacars it does not check the upper ends of ranges of numbers and lengths. The types have no recursion,
 * and each member of a list has bits, so the message bounds time and size.
 */
import type { Fields } from "../../../formats/fields.ts";
import { type BitReader, printed } from "../bits.ts";
import { type Choice, type ValueForm, type Range, types } from "./schema.ts";

/** Reads a value of a type, as the member of an object that its tree has. Throws a `RangeError` if it is invalid. */
export function readMember(bits: BitReader, typeName: string): Fields {
  const type = types.get(typeName);
  if (type === undefined) throw new Error(`there is no type ${typeName}`);
  if (type.form.kind === "null") return {};
  return { [type.key]: readForm(bits, type.form) };
}

function readForm(bits: BitReader, form: ValueForm): unknown {
  switch (form.kind) {
    case "null":
      return {};
    case "boolean":
      return bits.unsigned(1) === 1;
    case "number":
      return printed(readNumber(bits, form.range) * form.factor);
    case "quantity":
      return { val: printed(readNumber(bits, form.range) * form.factor), unit: form.unit };
    case "name":
      return oneOf(form.names, bits);
    case "text":
      return readText(bits, form.range);
    case "figures":
      return Array.from({ length: form.count }, () => oneOf(figures, bits)).join("");
    case "digits":
      return Array.from({ length: form.count }, () => bits.unsigned(octalBits)).join("");
    case "list":
      return readList(bits, form.range, form.of);
    case "sequence":
      return readSequence(bits, form.members);
    case "choice":
      return readChoice(bits, form.choices);
    case "like":
      return readForm(bits, formOf(form.of));
  }
}

const characterBits = 7;
const octalBits = 3;
/** The characters of a NumericString, by their codes. */
const figures = " 0123456789".split("");

function formOf(typeName: string): ValueForm {
  return types.get(typeName)?.form ?? { kind: "null" };
}

function readNumber(bits: BitReader, { min, max }: Range): number {
  return min + bits.unsigned(32 - Math.clz32(max - min));
}

function oneOf<T>(values: readonly T[], bits: BitReader): T {
  const value = values[readNumber(bits, { min: 0, max: values.length - 1 })];
  if (value === undefined) throw new RangeError("a value is out of range");
  return value;
}

function readText(bits: BitReader, range: Range): string {
  const length = readNumber(bits, range);
  return String.fromCharCode(...Array.from({ length }, () => bits.unsigned(characterBits)));
}

function readList(bits: BitReader, range: Range, type: string): Fields[] {
  const length = readNumber(bits, range);
  return Array.from({ length }, () => readMember(bits, type));
}

function readSequence(
  bits: BitReader,
  members: readonly { readonly type: string; readonly isOptional: boolean }[],
): Fields {
  const present = members.filter(({ isOptional }) => !isOptional || bits.unsigned(1) === 1);
  return Object.assign({}, ...present.map(({ type }) => readMember(bits, type))) as Fields;
}

function readChoice(bits: BitReader, choices: readonly Choice[]): Fields {
  const { name, type, label } = oneOf(choices, bits);
  return {
    ...(label !== undefined && { choice_label: label }),
    choice: name,
    data: readMember(bits, type),
  };
}
