import { fileURLToPath } from "node:url";
import { build, type InputOptions } from "rolldown";

export interface FileOptions extends Pick<InputOptions, "plugins" | "treeshake"> {
  /** Options of Node with which the file starts itself. */
  readonly nodeOptions?: string;
}

/**
 * Makes one file of a program, for machines without this repository.
 *
 * @param main the module that starts the program
 * @param file the path of the file that is written
 */
export async function bundleFile(
  main: URL,
  file: string,
  { nodeOptions, ...options }: FileOptions = {},
): Promise<void> {
  const interpreter = nodeOptions === undefined ? "node" : `-S node ${nodeOptions}`;
  await build({
    input: fileURLToPath(main),
    platform: "node",
    ...options,
    output: {
      file,
      format: "esm",
      minify: true,
      banner: `#!/usr/bin/env ${interpreter}`,
      codeSplitting: false,
    },
  });
}
