/** Something that is wrong with the variables or with the host, and what to do about it. */
export interface ConfigFinding {
  /** What was checked: `variables`, `values`, `dns`, `ports`, `clock`, `disk`, `memory` or `kernel`. */
  readonly check: string;
  /** With an error, something does not work; a warning is worth a look. */
  readonly severity: "error" | "warning";
  readonly what: string;
  readonly remedy: string;
}
