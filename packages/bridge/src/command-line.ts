import { Command, UsageError } from "@jetwire/command-line";
import { type BridgeConfig, readBridgeConfig } from "./config/bridge-config.ts";
import { type Setting, type SettingName, settings } from "./config/settings.ts";

const description = `Reads one stream of a Jetwire and gives it out to programs of your network: MQTT, Home Assistant, tar1090, Virtual Radar, ACARS Hub.

Without filters it reads the feed of your own stations, with filters every message that they select, of all stations.`;

const secrets = Object.values(settings as Record<string, Setting>)
  .filter(({ option }) => option === null)
  .map(({ variable, text }) => `  ${variable.padEnd(24)} ${text}`)
  .join("\n");

const examples = `
Every option has a variable, which is named behind it. Only variables are:
${secrets}
  BRIDGE_MQTT_PASSWORD     the password at the broker; its user is in the address: mqtt://USER@HOST:PORT
A secret may also be in a file: JETWIRE_KEY_FILE, BRIDGE_MQTT_PASSWORD_FILE.

Types of messages: acars, vdl, hfdl, aero-acars, iridium-acars. Ports without HOST are open to this machine only.

Examples:
  jetwire-bridge --mqtt mqtt://127.0.0.1 --home-assistant
  jetwire-bridge --listen acars=15550 --listen vdl=15555 --send hfdl=udp://127.0.0.1:5556
  jetwire-bridge --source firehose --sbs 30003 --aircraft 8078
  jetwire-bridge --mqtt mqtt://127.0.0.1 airline=DLH label=H1
  jetwire-bridge --mqtt mqtt://127.0.0.1 --check`;

/** Returns the command line of the bridge, which calls `run` with the configuration unless it is only checked. */
export function createBridgeCommand(
  run: (config: BridgeConfig) => Promise<void>,
  {
    env,
    stdout,
  }: {
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly stdout: { write(text: string): unknown };
  },
): Command {
  const command = new Command("jetwire-bridge")
    .description(description)
    .argument("[filter...]", "filters of GET /v1/messages, such as tail=D-ABCD")
    .option("--check", "only check the configuration")
    .addHelpText("after", examples);
  for (const { option, text, variable, isList } of Object.values(
    settings as Record<string, Setting>,
  )) {
    if (option === null) continue;
    const shown = `${text} [${variable}]`;
    if (isList) command.option(option, shown, collect);
    else command.option(option, shown);
  }
  return command.action(async (filters: readonly string[], given: Record<string, unknown>) => {
    const config = readBridgeConfig({ ...env, ...variablesOf(given), ...filterOf(filters) });
    if (given["check"] === true) stdout.write("the configuration is valid\n");
    else await run(config);
  });
}

/** Options set variables, so that both are read in one way. */
function variablesOf(given: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(given)
      .filter(([name]) => Object.hasOwn(settings, name))
      .map(([name, value]) => [settings[name as SettingName].variable, textOf(name, value)]),
  );
}

function textOf(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.join(" ");
  return value === true && name === "homeAssistant" ? "homeassistant" : String(value);
}

/** @throws UsageError */
function filterOf(filters: readonly string[]): Record<string, string> {
  if (filters.length === 0) return {};
  const query = new URLSearchParams();
  for (const text of filters) {
    const at = text.indexOf("=");
    if (at < 1) throw new UsageError(`${text}: a filter is NAME=VALUE, for example tail=D-ABCD`);
    query.append(text.slice(0, at), text.slice(at + 1));
  }
  return { [settings.filter.variable]: query.toString() };
}

function collect(value: string, values: readonly string[] = []): string[] {
  return [...values, value];
}
