import type { Endpoint } from "@jetwire/protocol";

/** Options of a single call. */
export interface CallOptions {
  /** Aborts the call, including pauses between attempts. */
  readonly signal?: AbortSignal | undefined;
  /** Items that a list yields at most, over all pages. Default: 1,000. */
  readonly itemsMax?: number | undefined;
  /**
   * Called for each page of a list, before its items. A list that is searched in parts may have pages
   * with few items or none; return false to end the list after this page.
   */
  readonly onPage?: ((page: ListPage) => boolean) | undefined;
}

/** Describes a page of a list besides its items. */
interface ListPage {
  readonly headers: Headers;
  /** The address of the page that follows; null at the end. */
  readonly next: URL | null;
}

/**
 * The function that calls an endpoint. Its input has the parameters of path and query as members, and
 * the request body as `body`. A list yields its items one by one and fetches pages as needed.
 */
export type Operation<Of extends Endpoint> =
  Partial<Input<Of>> extends Input<Of>
    ? (input?: Input<Of>, options?: CallOptions) => Answer<Of>
    : (input: Input<Of>, options?: CallOptions) => Answer<Of>;

type Answer<Of extends Endpoint> =
  Out<Of["answer"]> extends readonly (infer Item)[]
    ? AsyncGenerator<Item, void, undefined>
    : Promise<Out<Of["answer"]>>;

type Input<Of extends Endpoint> = Parameters<Of["params"]> & Parameters<Of["query"]> & Body<Of>;
type Body<Of extends Endpoint> =
  In<Of["body"]> extends undefined
    ? unknown
    : undefined extends In<Of["body"]>
      ? { readonly body?: In<Of["body"]> }
      : { readonly body: In<Of["body"]> };

interface Schema {
  readonly _zod: { readonly input: unknown; readonly output: unknown };
}
type In<Of extends Schema> = Of["_zod"]["input"];
type Out<Of extends Schema> = Of["_zod"]["output"];

/** Parameters are text in the address; a caller may also give the value that the text is parsed to. */
type Parameters<Of extends Schema> = string extends keyof In<Of>
  ? unknown
  : {
      readonly [Name in keyof In<Of>]:
        | In<Of>[Name]
        | (Name extends keyof Out<Of> ? Value<Out<Of>[Name]> : never);
    };
type Value<Of> = Extract<Of, number | boolean> | ListOf<Extract<Of, readonly unknown[]>>;
/** Joined by commas. */
type ListOf<Of extends readonly unknown[]> = [Of] extends [never]
  ? never
  : readonly (Of[number] & (string | number))[];
