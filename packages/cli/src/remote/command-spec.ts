import type { Endpoint, endpoints } from "@jetwire/protocol";
import type { z } from "zod";
import type { Cell } from "../table.ts";
import type { RequestMember, ReadInput } from "./inputs.ts";

type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
type AnswerOf<Name extends EndpointName> = z.output<Endpoints[Name]["answer"]>;
export type RowOf<Name extends EndpointName> =
  AnswerOf<Name> extends readonly (infer Row)[] ? Row : AnswerOf<Name>;
type MembersOf<Part> = Part extends { readonly _zod: { readonly input: infer Members } }
  ? keyof Members
  : never;
type MemberOf<Name extends EndpointName> = Extract<
  | MembersOf<Endpoints[Name]["params"]>
  | MembersOf<Endpoints[Name]["query"]>
  | MembersOf<Endpoints[Name]["body"]>,
  string
>;

/** How a member of a request is given at the command line, where that does not follow from its schema. */
export interface InputSpec {
  /** The name in the help: `username` of an argument; `for` of the option `--for`. */
  readonly name?: string;
  /** The form of its value: `<time>`. */
  readonly usage?: string;
  readonly description?: string;
  /** Makes the member's value of the text; by default the text is the value. */
  readonly read?: ReadInput;
  /** The text of an option that is not given. */
  readonly default?: string;
  /** Whether an argument may be left out. */
  readonly isOptional?: boolean;
}

/** The texts that were given at the command line, by the member's name. */
export type Given = Readonly<Record<string, string>>;

/** Describes a command that calls an endpoint. Everything that is not here follows from the endpoint. */
export interface CommandSpec<Name extends EndpointName, Row = RowOf<Name>> {
  readonly endpoint: Name;
  /** A sentence about the command; by default the endpoint's summary. */
  readonly summary?: string;
  /** More about it, for its help; by default the endpoint's description. */
  readonly about?: string;
  readonly examples: readonly [string, ...string[]];
  /** The members that are arguments, in their order. */
  readonly arguments?: { readonly [Of in MemberOf<Name>]?: InputSpec };
  /** The members that are options with another name or form than follows from the schema; all others are options, too. */
  readonly options?: { readonly [Of in MemberOf<Name>]?: InputSpec };
  /** Members with a fixed value: they are neither arguments nor options. */
  readonly fixed?: { readonly [Of in MemberOf<Name>]?: unknown };
  /** Members that are not named above are left out, except the reason. By default all of them are options. */
  readonly isClosed?: boolean;
  /** The columns of the table of a list, or of `rows`. */
  readonly columns?: Readonly<Record<string, (row: Row) => Cell>>;
  /** The rows of a table in an answer that is no list. */
  readonly rows?: (answer: AnswerOf<Name>) => readonly Row[];
  /** The text in place of an empty list. */
  readonly none?: string;
  /** Returns the text when it is done, for an answer that is no list. */
  readonly done?: (answer: AnswerOf<Name>, given: Given) => string;
  /** The command that lists ids: shown if something is not found. */
  readonly see?: string;
  /** Runs if its group is given without a command. */
  readonly isDefault?: boolean;
}

/** A member of the request with the way it is given. */
export interface CommandInput
  extends RequestMember, Omit<InputSpec, "name" | "usage" | "description"> {
  /** The name at the command line. */
  readonly label: string;
  readonly isArgument: boolean;
}

/** A command as it is run: its endpoint, and what is given. */
export interface RemoteCommand {
  readonly endpoint: Endpoint;
  readonly spec: CommandSpec<EndpointName>;
  readonly inputs: readonly CommandInput[];
  /** Whether it asks to be confirmed by `--yes`, which sends the first argument as `confirm`. */
  readonly isConfirmed: boolean;
}
