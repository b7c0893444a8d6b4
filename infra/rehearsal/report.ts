import { cpus, totalmem } from "node:os";
import process from "node:process";

/** The sentences at the beginning of a report. */
export interface PageText {
  readonly title: string;
  /** The program that prints the report, with what it does. */
  readonly program: string;
  /** The criteria of the run, as part of a sentence. */
  readonly criteria: string;
}

const head: string[] = [];
const lines: string[] = [];
const faults: string[] = [];

/** Adds a line to the head of the report, which says what it means and what not. */
export function preface(line: string): void {
  head.push(line);
  progress(line);
}

/** Tells somebody who waits for the report how far it is. */
export function progress(text: string): void {
  const minutes = (performance.now() / 60_000).toFixed(1);
  process.stderr.write(`${minutes.padStart(5)} min  ${text}\n`);
}

/** Adds a line to the report. */
export function note(line: string): void {
  lines.push(line);
  progress(line.trim());
}

/** Adds a heading to the report, and the head of a table if it has columns. */
export function section(title: string, columns: readonly string[] = []): void {
  note(`\n## ${title}\n`);
  if (columns.length > 0) row(...columns);
  if (columns.length > 0) row(...columns.map(() => "---"));
}

/** Adds a row to a table of the report. */
export function row(...cells: readonly string[]): void {
  note(`| ${cells.join(" | ")} |`);
}

/** Notes that a criterion is not met. */
export function fault(text: string): void {
  faults.push(text);
  note(`**Not met:** ${text}`);
}

/** Does some work, and adds a row with the time that it took. */
export async function timedRow(name: string, work: () => Promise<unknown>): Promise<void> {
  progress(`${name} …`);
  row(name, await timed(work));
}

/** Measures how long some work takes, s. */
export async function timed(work: () => Promise<unknown>): Promise<string> {
  const beganAt = performance.now();
  await work();
  return `${((performance.now() - beganAt) / 1_000).toFixed(1)} s`;
}

/**
 * Reads the options of a program that prints a report, and runs it.
 *
 * @param read returns null if help was asked for, and printed; throws an error that says what is wrong or missing
 * @param run returns whether all criteria are met; throws an error if it cannot begin
 * @returns the exit code: 0 if all criteria are met, 1 if not all are, 2 if it did not begin
 */
export async function runProgram<Wishes>(
  read: () => Wishes | null,
  run: (wishes: Wishes) => Promise<boolean>,
): Promise<number> {
  try {
    const wishes = read();
    if (wishes === null) return 0;
    return (await run(wishes)) ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${(error as Error).message} (see --help)\n`);
    return 2;
  }
}

/**
 * Does the work that a report is about, and prints the report. What the work throws is a criterion that is not met.
 *
 * @returns whether all criteria are met
 */
export async function reportOn(text: PageText, work: () => Promise<void>): Promise<boolean> {
  await work().catch((error: unknown) => fault(shortOf(String(error))));
  process.stdout.write(page(text));
  return faults.length === 0;
}

/** Returns the report as a page of Markdown. */
function page({ title, program, criteria }: PageText): string {
  const memory = (totalmem() / 2 ** 30).toFixed(0);
  const [cpu] = cpus();
  const machine = `${cpus().length} processors (${cpu?.model.trim() ?? "unknown"}), ${memory} GiB of memory`;
  const day = new Date().toISOString().slice(0, 10);
  const summary = faults.length === 0 ? "All criteria are met" : "**Not all criteria are met**";
  return `# ${title}

Printed by ${program}. Run on ${day} on a machine with ${machine}, which other
programs used at the same time. ${summary}: ${criteria}.
${head.length === 0 ? "" : `\n## Meaning of this run\n\n${head.join("\n")}\n`}${lines.join("\n")}
`;
}

/** Returns the beginning of a text, which names the command, and its end, which says why the command failed. */
function shortOf(text: string): string {
  return text.length <= 2_000 ? text : `${text.slice(0, 200)} … ${text.slice(-1_800)}`;
}
