import type { RestClient } from "@jetwire/client";
import type { z } from "zod";
import { CliError } from "../cli-error.ts";
import type { Given, CommandInput, RemoteCommand } from "./command-spec.ts";
import { type RequestPart, requestValueOf } from "./inputs.ts";

/** A request that its endpoint's schemas accept. */
export interface PreparedRequest {
  /** The input of the typed client. */
  readonly input: Readonly<Record<string, unknown>>;
  /** The members that were sent, printed by `--json` if there is no answer. */
  readonly done: Readonly<Record<string, unknown>>;
}

/** A request asks the service for ids of names. */
export interface RequestContext {
  readonly client: RestClient;
  /** Whether `--yes` was given. */
  readonly isYes: boolean;
}

/** Makes a request of what was given. @throws CliError that names every input that is wrong */
export async function makeRequest(
  remote: RemoteCommand,
  given: Given,
  { client, isYes }: RequestContext,
): Promise<PreparedRequest> {
  const { inputs, isConfirmed } = remote;
  const values: Record<RequestPart, Record<string, unknown>> = { params: {}, query: {}, body: {} };
  for (const input of inputs) {
    const text = given[input.name];
    if (text === undefined) continue;
    const { read } = input;
    const value = read === undefined ? requestValueOf(input, text) : await read(text, client);
    if (value !== undefined) values[input.part][input.name] = value;
  }
  addFixed(remote, values);
  if (isConfirmed) {
    if (!isYes) throw new CliError("usage", "nobody can undo it: add --yes to do it");
    values.body["confirm"] = given[inputs[0]?.name ?? ""];
  }
  check(remote, values);
  const { params, query, body } = values;
  const parameters = { ...params, ...query };
  const hasBody = remote.endpoint.body.type === "object";
  return {
    input: { ...parameters, ...(hasBody && { body }) },
    done: { ...parameters, ...body },
  };
}

function addFixed(
  { spec, endpoint }: RemoteCommand,
  values: Readonly<Record<RequestPart, Record<string, unknown>>>,
): void {
  for (const [name, value] of Object.entries(spec.fixed ?? {})) {
    const isParameter = endpoint.path.includes(`:${name}`);
    const part = isParameter ? "params" : endpoint.body.type === "object" ? "body" : "query";
    values[part][name] = value;
  }
}

function check(
  { endpoint, inputs, spec }: RemoteCommand,
  values: Readonly<Record<RequestPart, unknown>>,
): void {
  const mistakes: string[] = [];
  for (const part of ["params", "query", "body"] as const) {
    const schema: z.ZodType = endpoint[part];
    const value = schema.type === "undefined" ? undefined : values[part];
    const { error } = schema.safeParse(value);
    // An id that no object can have is not found. What is made is named by its maker.
    if (error && part === "params" && endpoint.method !== "PUT")
      throw notFound(inputs, values, spec.see);
    mistakes.push(
      ...(error?.issues ?? []).map(({ path, message }) => sayMistake(inputs, path, message)),
    );
  }
  if (mistakes.length > 0) throw new CliError("usage", [...new Set(mistakes)].join("; "));
}

function notFound(
  inputs: readonly CommandInput[],
  { params }: Readonly<Record<RequestPart, unknown>>,
  see: string | undefined,
): CliError {
  const { name = "", label = "" } = inputs.find(({ part }) => part === "params") ?? {};
  const value = String((params as Record<string, unknown>)[name]);
  const advice = see === undefined ? "" : `: see \`${see}\``;
  return new CliError("not_found", `${label} ${value} not found${advice}`);
}

/** Says what is wrong with a member, by its name at the command line. */
export function sayMistake(
  inputs: readonly Pick<CommandInput, "name" | "label" | "isArgument">[],
  path: readonly PropertyKey[],
  message: string,
): string {
  const [name] = path;
  const input = inputs.find((one) => one.name === name);
  if (input === undefined) return name === undefined ? message : `${String(name)} ${message}`;
  return `${input.isArgument ? input.label : `--${input.label}`} ${message}`;
}
