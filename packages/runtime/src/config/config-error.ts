/** Lists all mistakes of an environment, or of a server that it names, one per line. */
export class ConfigError extends Error {
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[], options?: ErrorOptions) {
    super(`invalid configuration:\n  ${mistakes.join("\n  ")}`, options);
    this.name = "ConfigError";
    this.mistakes = mistakes;
  }
}
