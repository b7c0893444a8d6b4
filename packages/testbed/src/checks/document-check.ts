import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

/** Validates values against the schemas of a document. */
export interface DocumentCheck {
  /**
   * Returns the mistakes of a value.
   *
   * @param path of its schema: `["components", "schemas", "Message"]`
   */
  faultsOf(path: readonly string[], value: unknown): string[];
}

/**
 * Creates a check that allows only the members that the document describes, so that every member of an
 * answer has to be described. For clients the document leaves open which members may be added.
 */
export function checkDocument(document: object): DocumentCheck {
  const ajv = new Ajv2020({ allErrors: true, strict: false, validateSchema: false });
  addFormats.default(ajv);
  ajv.addSchema({ ...closed(document), $id: "document:" });
  const known = new Map<string, ValidateFunction>();
  return {
    faultsOf(path, value) {
      const at = `document:#/${path.map(pointed).join("/")}`;
      const validate = known.get(at) ?? ajv.compile({ $ref: at });
      known.set(at, validate);
      if (validate(value)) return [];
      return (validate.errors ?? []).map(
        ({ instancePath, message = "", params }) =>
          `${instancePath || "value"} ${message} ${JSON.stringify(params)}`,
      );
    },
  };
}

function closed(document: object): object {
  return JSON.parse(JSON.stringify(document), (_key, member: unknown) =>
    isOpenObject(member) ? { ...member, additionalProperties: false } : member,
  ) as object;
}

function isOpenObject(member: unknown): member is object {
  return (
    typeof member === "object" &&
    member !== null &&
    "properties" in member &&
    "type" in member &&
    member.type === "object" &&
    !("additionalProperties" in member)
  );
}

function pointed(segment: string): string {
  return encodeURIComponent(segment.replaceAll("~", "~0").replaceAll("/", "~1"));
}
