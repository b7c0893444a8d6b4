import type { Command } from "@jetwire/command-line";
import { z } from "zod";
import type { Answering, Call, CommandOutput } from "../command.ts";
import { checkHost } from "../config/check-host.ts";
import { checkValues } from "../config/check-values.ts";
import { checkVariables } from "../config/check-variables.ts";
import type { ConfigFinding } from "../config/config-finding.ts";
import { measureHost } from "../config/measure-host.ts";

const Options = z.object({ host: z.boolean().default(false), publicAddress: z.ipv4().optional() });

const examples = `
Finds variables whose names are misspelt, values that cannot be right, and contradictions. The exit code is 1 if there is an
error; warnings do not change it. The compose file runs it in the container migrate, for which every service waits.

With --host it also looks at this host: DNS of DOMAIN, ports, clock, disks, memory and settings of the kernel. Run that on the host itself, because a
container sees only a part of it. What cannot be measured is left out.

Examples:
  docker compose --env-file infra/compose.env run --rm --no-deps migrate jetwire config check
  set -a; . infra/compose.env; npm run -s jetwire -- config check --host`;

export function addConfigCommands(program: Command, answering: Answering): void {
  const config = program.command("config").description("Check the variables of a deployment");
  config
    .command("check")
    .description("Find mistakes in the variables of the environment, and in the host")
    .option("--host", "also check this host: DNS, ports, clock, disks, memory, kernel")
    .option("--public-address <address>", "IPv4 address of the router in front of this host")
    .addHelpText("after", examples)
    .action(answering(check));
}

async function check(call: Call): Promise<CommandOutput> {
  const { host, publicAddress } = call.options(Options);
  const { env, cwd } = call.terminal;
  const misspelt = checkVariables(env).map((text): ConfigFinding => {
    const [what = text, remedy = "correct it"] = text.split(/: (.*)/s);
    return { check: "variables", severity: "error", what, remedy };
  });
  const ofHost = host ? checkHost(await measureHost(env, cwd), env, publicAddress ?? null) : [];
  const findings = [...misspelt, ...checkValues(env), ...ofHost];
  const isRight = findings.every(({ severity }) => severity === "warning");
  const lines = findings.map(
    ({ severity, what, remedy }) => `${severity === "error" ? "✗" : "!"} ${what}\n  → ${remedy}`,
  );
  const all = host ? "the variables and the host are right" : "the variables are right";
  return {
    value: { ok: isRight, findings },
    text: findings.length === 0 ? all : lines.join("\n"),
    exitCode: isRight ? 0 : 1,
  };
}
