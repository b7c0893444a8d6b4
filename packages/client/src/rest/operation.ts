import type { Endpoint } from "@jetwire/protocol";

/** What can be told for one call. */
export interface CallOptions {
  /** Ends the call, and waits for another try. */
  readonly signal?: AbortSignal | undefined;
  /** Of a list: items over all pages; 1,000 unless told. */
  readonly itemsMax?: number | undefined;
}

/**
 * How an endpoint is called: segments of the path and parameters in one object, the body, if it takes
 * one, as its `body`. A list gives its items one by one and fetches pages as they are asked for.
 */
export type Operation<Of extends Endpoint> =
  Partial<Input<Of>> extends Input<Of>
    ? (input?: Input<Of>, options?: CallOptions) => Answer<Of>
    : (input: Input<Of>, options?: CallOptions) => Answer<Of>;

type Answer<Of extends Endpoint> =
  Out<Of["answer"]> extends readonly (infer Item)[]
    ? AsyncGenerator<Item, void, undefined>
    : Promise<Out<Of["answer"]>>;

type Input<Of extends Endpoint> = Written<Of["params"]> & Written<Of["query"]> & Body<Of>;
type Body<Of extends Endpoint> =
  undefined extends In<Of["body"]> ? unknown : { readonly body: In<Of["body"]> };

interface Schema {
  readonly _zod: { readonly input: unknown; readonly output: unknown };
}
type In<Of extends Schema> = Of["_zod"]["input"];
type Out<Of extends Schema> = Of["_zod"]["output"];

/** Addresses hold text; who writes them may give what the text stands for. */
type Written<Of extends Schema> = string extends keyof In<Of>
  ? unknown
  : {
      readonly [Name in keyof In<Of>]:
        | In<Of>[Name]
        | (Name extends keyof Out<Of> ? Value<Out<Of>[Name]> : never);
    };
type Value<Of> = Extract<Of, number | boolean> | ListOf<Extract<Of, readonly unknown[]>>;
/** Written with commas between. */
type ListOf<Of extends readonly unknown[]> = [Of] extends [never]
  ? never
  : readonly (Of[number] & (string | number))[];
