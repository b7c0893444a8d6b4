import process from "node:process";
import { ConfigError, readVariable } from "@jetwire/runtime";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { createMcpServer } from "./server.ts";

const help = `jetwire-mcp: tools for language models that read a Jetwire service, over standard input and output.

Variables:
  JETWIRE_URL   address of the service, for example https://jetwire.example
  JETWIRE_KEY   an API key with the scope read; JETWIRE_KEY_FILE names a file with it
`;

/** Serves until standard input ends. @returns the exit code */
async function main(): Promise<number> {
  if (process.argv.includes("--help")) {
    process.stdout.write(help);
    return 0;
  }
  try {
    const [baseUrl, apiKey] = ["JETWIRE_URL", "JETWIRE_KEY"].map((name) => {
      const value = readVariable(name, process.env);
      if (value === undefined) throw new ConfigError([`${name} is missing (see --help)`]);
      return value;
    }) as [string, string];
    const server = createMcpServer({ baseUrl, apiKey });
    const closed = new Promise<void>((resolve) => {
      process.stdin.once("end", resolve);
    });
    await server.connect(new StdioServerTransport());
    await closed;
    return 0;
  } catch (error) {
    process.stderr.write(
      `jetwire-mcp: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    return 2;
  }
}

process.exitCode = await main();
