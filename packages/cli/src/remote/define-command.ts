import type { Command } from "@jetwire/command-line";
import { type Endpoint, endpoints } from "@jetwire/protocol";
import { z } from "zod";
import type { AddCommands, CommandOutput, Call } from "../command.ts";
import { callList } from "./call-list.ts";
import type {
  CommandSpec,
  EndpointName,
  Given,
  CommandInput,
  InputSpec,
  RemoteCommand,
  RowOf,
} from "./command-spec.ts";
import { groups } from "./groups.ts";
import { type RequestMember, requestMembersOf } from "./inputs.ts";
import { makeRequest } from "./make-request.ts";
import { refusalText } from "./refusal.ts";
import { findService, openClient } from "./service.ts";
import { answerOf } from "./answer-text.ts";

/** Members that a list has for paging; `--limit` and `--before` are their options. */
const pagingMembers = ["limit", "after"];
/** The reason for the audit log if none is given. */
const reasonDefault = "at the command line";

/**
 * Defines a command that calls an endpoint. Its arguments, options, bounds, messages and table follow from the
 * endpoint's schemas.
 *
 * @param path the words of the command: `claims approve`
 */
export function defineCommand<Name extends EndpointName, Row = RowOf<Name>>(
  path: string,
  spec: CommandSpec<Name, Row>,
): AddCommands {
  const endpoint: Endpoint = endpoints[spec.endpoint];
  // The specification's functions get what this endpoint answers.
  const given = spec as unknown as CommandSpec<EndpointName>;
  const members = requestMembersOf(endpoint);
  const isConfirmed = members.some(({ name }) => name === "confirm");
  const inputs = inputsOf(members, given);
  const remote: RemoteCommand = { endpoint, spec: given, inputs, isConfirmed };
  return (program, answering) => {
    const command = commandAt(program, path, spec.isDefault === true);
    addInputs(command, remote);
    command
      .description(spec.summary ?? endpoint.summary)
      .addHelpText("after", helpOf(remote))
      .action(answering((call) => run(call, remote)));
  };
}

function inputsOf(
  members: readonly RequestMember[],
  spec: CommandSpec<EndpointName>,
): CommandInput[] {
  const inArguments: Readonly<Record<string, InputSpec | undefined>> = spec.arguments ?? {};
  const inOptions: Readonly<Record<string, InputSpec | undefined>> = spec.options ?? {};
  const inputs = members
    .filter(({ name }) => name !== "confirm" && !pagingMembers.includes(name))
    .filter(({ name }) => !(name in (spec.fixed ?? {})))
    .filter(
      ({ name }) =>
        spec.isClosed !== true || name === "reason" || name in inArguments || name in inOptions,
    )
    .map((member): CommandInput => {
      const given = { ...inArguments[member.name], ...inOptions[member.name] };
      const { name, ...rest } = given;
      const isReason = member.name === "reason" && member.isRequired;
      return {
        ...member,
        ...(isReason && { default: reasonDefault }),
        ...rest,
        label: name ?? kebab(member.name),
        isArgument: member.name in inArguments,
      };
    });
  const order = Object.keys(inArguments);
  const rank = ({ name, isArgument }: CommandInput) =>
    isArgument ? order.indexOf(name) : order.length;
  return inputs.toSorted((one, other) => rank(one) - rank(other));
}

function addInputs(command: Command, { inputs, endpoint, isConfirmed }: RemoteCommand): void {
  const labels = new Set<string>();
  for (const input of inputs) {
    // Two members may be given by one option.
    if (labels.has(input.label)) continue;
    labels.add(input.label);
    const { label, usage, description, isRequired, default: fallback } = input;
    if (input.isArgument) {
      command.argument(input.isOptional === true ? `[${label}]` : `<${label}>`, description);
      continue;
    }
    const isFlag = input.type === "flag" && input.read === undefined;
    const flags = isFlag ? `--${label}` : `--${label} ${usage}`;
    if (!isRequired || fallback !== undefined) command.option(flags, description, fallback);
    else command.requiredOption(flags, description);
  }
  if (endpoint.paged) command.option("--limit <n>", "Number of items, 1 to 10000", "100");
  if (isConfirmed) command.option("--yes", "Do it; without it nothing is done");
}

async function run(call: Call, remote: RemoteCommand): Promise<CommandOutput> {
  const { endpoint, spec } = remote;
  const options = call.options(z.looseObject({}));
  const client = openClient(findService(call.terminal, call.data));
  const given = givenTo(remote, call.args, options);
  try {
    const request = await makeRequest(remote, given, { client, isYes: options["yes"] === true });
    if (endpoint.answer instanceof z.ZodArray) {
      return await callList(client, remote, request, options);
    }
    const operation = client[spec.endpoint] as (input: unknown) => Promise<unknown>;
    const answer = await operation(request.input);
    const { value, text } = answerOf(remote, answer, given);
    return { value: value ?? request.done, text };
  } catch (error) {
    throw refusalText(error, remote);
  }
}

function givenTo({ inputs }: RemoteCommand, args: readonly string[], options: object): Given {
  const values = new Map(Object.entries(options));
  const given = inputs.map(({ name, label, isArgument }, index) => [
    name,
    isArgument ? args[index] : values.get(camel(label)),
  ]);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined)) as Given;
}

/** Returns the command of a path, in groups that are made when they are missing. */
function commandAt(program: Command, path: string, isDefault: boolean): Command {
  const words = path.split(" ");
  const name = words.pop() ?? path;
  let group = program;
  for (const [index, word] of words.entries()) {
    const found = group.commands.find((command) => command.name() === word);
    const about = groups[words.slice(0, index + 1).join(" ")] ?? "";
    group = found ?? group.command(word).description(about);
  }
  return group.command(name, { isDefault });
}

function helpOf({ spec, endpoint }: RemoteCommand): string {
  const about = spec.about ?? endpoint.description;
  const heading = spec.examples.length === 1 ? "Example:" : "Examples:";
  const examples = spec.examples.map((line) => `  ${line}`).join("\n");
  return `${about === "" ? "" : `\n${wrap(about)}\n`}\n${heading}\n${examples}`;
}

const columnsMax = 118;

function wrap(text: string): string {
  const lines = [""];
  for (const word of text.trim().split(/\s+/)) {
    const line = lines.at(-1) ?? "";
    if (line !== "" && line.length + word.length >= columnsMax) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines.join("\n");
}

/** Returns the name of an option: `requestsPerMinute` and `object_kind` with hyphens. */
function kebab(name: string): string {
  return name.replaceAll("_", "-").replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function camel(label: string): string {
  return label.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
