/** A fault in the code that breaks one guarantee, and the tests that should notice it. */
export interface Mutant {
  readonly name: string;
  /** The guarantee that it breaks, as one sentence. */
  readonly guarantee: string;
  /** The file to change, from the root of the workspace. */
  readonly file: string;
  /** The text to replace, which occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  /** Test files, from the root of the workspace; few, because they run for each mutant. */
  readonly tests: readonly string[];
}

/** Returns a file's text with the mutant in it. @throws Error if its text does not occur exactly once */
export function applyMutant({ name, file, find, replace }: Mutant, text: string): string {
  const [before = "", after, ...more] = text.split(find);
  if (after === undefined || more.length > 0) {
    const times = after === undefined ? 0 : more.length + 1;
    throw new Error(
      `The text of the mutant "${name}" occurs ${times} times in ${file}: adapt it in packages/testbed/src/mutants`,
    );
  }
  return before + replace + after;
}
