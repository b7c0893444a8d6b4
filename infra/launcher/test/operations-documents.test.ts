import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import { PassThrough, Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { isRecord } from "../src/json-file.ts";
import { repositoryServices } from "./service-variables.ts";

const root = resolve(import.meta.dirname, "../../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const compose: unknown = parse(read("docker-compose.yml"), { merge: true });
const composeServices =
  isRecord(compose) && isRecord(compose["services"]) ? compose["services"] : {};
const profiles = new Set(
  Object.values(composeServices).flatMap((one) =>
    isRecord(one) && Array.isArray(one["profiles"]) ? one["profiles"].map(String) : [],
  ),
);
const documents = [
  "infra/README.md",
  ...globSync("docs/operations/*.md", { cwd: root }).toSorted(),
];

/** Commands of Docker Compose that the documents use. */
const composeCommands = ["build", "up", "down", "run", "exec", "logs", "ps", "stop", "pull"];
/** Options of Docker Compose with a value of their own. */
const withValue = ["--profile", "--scale", "--user", "--tail", "--since", "--env-file"];

/** A line of a block of shell code, or a command between backticks. */
interface Command {
  readonly line: number;
  readonly words: readonly string[];
}

/** Returns the commands in a document that begin with a word: `jw`, `jetwire`. */
function commandsOf(text: string, names: readonly string[]): Command[] {
  const joined = text.replaceAll("\\\n", "  ");
  const blocks = joined.matchAll(/^ *```sh[^\n]*\n([^]*?)^ *```$/gm);
  const inline = joined.replaceAll(/^ *```[^]*?^ *```$/gm, "").matchAll(/`(jetwire [^`]+)`/g);
  return [...blocks, ...inline].flatMap(({ index, 1: code = "" }) => {
    const line = joined.slice(0, index).split("\n").length;
    return code
      .split(/\n|&&|\|\||[;|()]|\bdo\b/)
      .map((part) =>
        part
          .replace(/(?:^|\s)#.*/, "")
          .trim()
          .split(/\s+/),
      )
      .filter(([first = ""]) => names.includes(first))
      .map((words) => ({ line, words: words.slice(1) }));
  });
}

/** Splits words at the options of Docker Compose. */
function splitOptions(words: readonly string[]): { plain: string[]; options: string[][] } {
  const plain: string[] = [];
  const options: string[][] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? "";
    if (!word.startsWith("-")) plain.push(word);
    else if (withValue.includes(word)) options.push([word, words[++index] ?? ""]);
    else options.push([word]);
  }
  return { plain, options };
}

/** Returns what is wrong with a command of Docker Compose. */
function faultsOf(words: readonly string[]): string[] {
  const { plain, options } = splitOptions(words);
  const [command = "", ...names] = plain;
  // What follows the service of `run` and `exec` runs in the container.
  const services = command === "run" || command === "exec" ? names.slice(0, 1) : names;
  const scaled = options.filter(([option]) => option === "--scale").map(([, value = ""]) => value);
  const asked = options.filter(([option]) => option === "--profile").map(([, value = ""]) => value);
  return [
    ...(composeCommands.includes(command) ? [] : [`no command: ${command}`]),
    ...[...services, ...scaled.map((one) => one.split("=")[0] ?? "")]
      .filter((name) => /^[a-z]/.test(name) && !(name in composeServices))
      .map((name) => `no service: ${name}`),
    ...asked.filter((one) => !profiles.has(one)).map((one) => `no profile: ${one}`),
  ];
}

/** Returns the words of the operator's command line in a command of Docker Compose, if it runs it. */
function jetwireWords(words: readonly string[]): readonly string[][] {
  const at = words.indexOf("jetwire");
  return words.includes("run") && at > 0 ? [words.slice(at + 1)] : [];
}

/** Returns the help of a command; null if there is no such command. */
async function helpOf(command: readonly string[]): Promise<string | null> {
  const stdout = new PassThrough();
  const cli: unknown = await import(join(root, "packages/cli/src/index.ts"));
  if (!isRecord(cli) || typeof cli["runCli"] !== "function") throw new Error("There is no runCli");
  const code: unknown = await cli["runCli"]([...command, "--help"], {
    stdin: Readable.from([]),
    stdout,
    stderr: new PassThrough().resume(),
    env: {},
    cwd: process.cwd(),
  });
  const text = String(stdout.read() ?? "");
  // A wrong subcommand prints the help of the command above it.
  return code === 0 && text.startsWith(`Usage: jetwire ${command.join(" ")}`.trimEnd())
    ? text
    : null;
}

/** Returns what is wrong with a command of the operator's command line. */
async function cliFaults(words: readonly string[]): Promise<string[]> {
  const given = words.map((word) => word.replaceAll(/["']/g, ""));
  const [first = "", second = ""] = given;
  if (first === "help") return [];
  const deep = second.startsWith("-") || second === "" ? null : await helpOf([first, second]);
  const help = deep ?? (first.startsWith("-") ? await helpOf([]) : await helpOf([first]));
  if (help === null) return [`no command: jetwire ${first}`];
  const needsSecond = deep === null && help.includes("[command]\n");
  if (needsSecond && second !== "" && !first.startsWith("-"))
    return [`no command: ${first} ${second}`];
  const options = given.filter((word) => word.startsWith("--"));
  return options.filter((one) => !help.includes(one)).map((one) => `no option: ${first} ${one}`);
}

describe.each(documents)("the commands of %s", (path) => {
  const text = read(path);
  const containers = commandsOf(text, ["jw"]);
  const operator = [
    ...commandsOf(text, ["jetwire"]),
    ...containers.flatMap(({ line, words }) =>
      jetwireWords(words).map((one) => ({ line, words: one })),
    ),
  ];

  test("name services, profiles and commands of the compose file", () => {
    const faults = containers.flatMap(({ line, words }) =>
      faultsOf(words).map((fault) => `${line}: ${fault}`),
    );
    expect(faults).toEqual([]);
    const loops = [...text.matchAll(/\bfor service in ([^;]+);/g)].flatMap(([, list = ""]) =>
      list.split(" "),
    );
    // The functions of `upgrade.md`.
    const replaced = commandsOf(text, ["renew", "beside"]).flatMap(({ words }) => words);
    const named = [...loops, ...replaced].filter((name) => name !== '"$@"');
    expect(named.filter((name) => !(name in composeServices))).toEqual([]);
  });

  test("exist on the operator's command line with their options", async () => {
    const faults: string[] = [];
    for (const { line, words } of operator) {
      for (const fault of await cliFaults(words)) faults.push(`${line}: ${fault}`);
    }
    expect(faults).toEqual([]);
  });

  test("set variables that the compose file or a service reads", async () => {
    const blocks = [...text.matchAll(/^```(?:ini|sh)[^\n]*\n([^]*?)^```$/gm)];
    const set = blocks.flatMap(([, code = ""]) =>
      [...code.matchAll(/^(?:export )?([A-Z][A-Z_]+)=/gm)].map(([, name = ""]) => name),
    );
    const known = await knownVariables();
    expect(set.filter((name) => !known.has(name))).toEqual([]);
    // In text too: names of two words in capitals.
    const named = [...text.matchAll(/`([A-Z]+(?:_[A-Z]+)+)(?:=[^`]*)?`/g)].map(
      ([, name = ""]) => name,
    );
    expect(named.filter((name) => !known.has(name) && !outside.has(name))).toEqual([]);
  });
});

test("the guide names the ports that other machines reach", () => {
  const published = Object.values(composeServices).flatMap((service) => {
    const ports = isRecord(service) && service["ports"];
    return (Array.isArray(ports) ? ports : []).flatMap((port) => {
      const [, number = "", udp] =
        /^\$\{LISTEN_ADDRESS.*?\}:(?:\$\{DOMAIN:\+)?([\d-]+)\}?:[\d-]+(\/udp)?$/.exec(
          String(port),
        ) ?? [];
      return number === "" ? [] : [`${number} ${udp === undefined ? "TCP" : "UDP"}`];
    });
  });
  const guide = read("docs/operations/domain.md");
  const named = [...guide.matchAll(/^\| ([^|]+?) +\| everywhere/gm)].flatMap(([, cell = ""]) => {
    const [, numbers = "", protocols = ""] = /^(.*\d) (.*)$/.exec(cell) ?? [];
    return numbers
      .split(", ")
      .flatMap((one) =>
        protocols.split(" and ").map((protocol) => `${one.replace(" to ", "-")} ${protocol}`),
      );
  });
  expect(named.toSorted()).toEqual(published.toSorted());
});

test("the documents have commands", () => {
  const all = documents.flatMap((path) => commandsOf(read(path), ["jw", "jetwire"]));
  expect(all.length).toBeGreaterThan(60);
});

test.each([
  ["jw up --detach nothing", "no service: nothing"],
  ["jw --profile monitor up", "no profile: monitor"],
  ["jw destroy", "no command: destroy"],
  ["jw up --scale fanout=2 --scale none=2", "no service: none"],
])("%s is found to be wrong", (command, fault) => {
  const [found] = commandsOf(`\`\`\`sh\n${command}\n\`\`\`\n`, ["jw"]);
  expect(faultsOf(found?.words ?? [])).toEqual([fault]);
});

test.each([
  ["accounts ad first", "no command: accounts ad"],
  ["doctors", "no command: jetwire doctors"],
  ["keys issue --user first", "no option: keys --user"],
])("jetwire %s is found to be wrong", async (command, fault) => {
  expect(await cliFaults(command.split(" "))).toEqual([fault]);
});

/** Variables of other programs, and of the image. */
const outside = new Set([
  "SERVICE_REPLICA",
  "NODE_EXTRA_CA_CERTS",
  "REST_PASSWORD_FILE",
  "REST_PASSWORD",
]);

let known: Promise<ReadonlySet<string>> | undefined;

/** Returns the variables of the compose file and of all services. */
async function knownVariables(): Promise<ReadonlySet<string>> {
  known ??= readVariables();
  return await known;
}

async function readVariables(): Promise<ReadonlySet<string>> {
  const examples = ["infra/compose.env.example", "infra/small/small.env.example"].map(read);
  const settable = [...examples.join("\n").matchAll(/^([A-Z_]+)=/gm)];
  // The image starts the service that it names.
  const image = [...read("infra/Dockerfile").matchAll(/\$\{([A-Z_]+):\?/g)];
  const ofServices = await Promise.all(
    repositoryServices.map(async (name) => {
      const config: unknown = await import(join(root, "services", name, "src/config.ts"));
      const schemas = Object.values(isRecord(config) ? config : {});
      return schemas.flatMap((one) =>
        isRecord(one) && isRecord(one["shape"]) ? Object.keys(one["shape"]) : [],
      );
    }),
  );
  return new Set([...[...settable, ...image].map(([, name = ""]) => name), ...ofServices.flat()]);
}
