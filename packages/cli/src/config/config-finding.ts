/** Something that is wrong with the variables or with the host, and what to do about it. */
export interface ConfigFinding {
  /** The name of the check: `variables`, `values`, `dns`, `ports`, `clock`, `disk`, `memory` or `kernel`. */
  readonly check: string;
  /** An error keeps something from working; a warning is worth a look. */
  readonly severity: "error" | "warning";
  readonly what: string;
  readonly remedy: string;
}
