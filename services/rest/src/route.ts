import type { KeyHolder } from "@jetwire/auth";
import { AppError } from "@jetwire/protocol";
import { z } from "zod";

/** A request as a route sees it: not yet parsed, but allowed in. */
interface RestRequest {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: unknown;
  /** The full address without its query, for links. */
  readonly address: string;
}

/** What a route answers with 200. */
export interface RestAnswer {
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether to give a strong ETag and answer 304 to who has it. */
  readonly tagged?: boolean;
}

/** One path and what `GET` of it answers. */
export type Route =
  | {
      readonly path: string;
      /** Answers without a key. */
      readonly open: true;
      answer(request: RestRequest): Promise<RestAnswer>;
    }
  | {
      readonly path: string;
      readonly open: false;
      answer(request: RestRequest, holder: KeyHolder): Promise<RestAnswer>;
    };

/** Reads a query. @throws AppError that names every parameter that is wrong. */
export function parseQuery<Schema extends z.ZodType>(
  schema: Schema,
  query: unknown,
): z.infer<Schema> {
  const result = schema.safeParse(query);
  if (result.success) return result.data;
  const errors = result.error.issues.flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => ({ field: key, message: "is not a parameter" }))
      : [{ field: issue.path.join("."), message: issue.message }],
  );
  const names = [...new Set(errors.map(({ field }) => field))].join(", ");
  throw new AppError("invalid_request", `Wrong parameters: ${names}`, { errors });
}

const noParameters = z.strictObject({});

/** For a route without parameters. @throws AppError that names each that was given. */
export function refuseQuery(query: unknown): void {
  parseQuery(noParameters, query);
}
