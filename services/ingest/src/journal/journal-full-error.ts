/** The journal has reached its size limit. */
export class JournalFullError extends Error {
  constructor(bytes: number) {
    super(`the journal is full: it has ${bytes} bytes`);
    this.name = "JournalFullError";
  }
}
