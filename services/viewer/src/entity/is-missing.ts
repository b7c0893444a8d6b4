import { readProblem } from "../data/rest/problem.ts";

const notFound = 404;
const redacted = 410;

/** Tells whether the server answered that nothing has the id of a request, or has it no longer. */
export function isMissing({ error }: { readonly error: Error | null }): boolean {
  if (error === null) return false;
  const { status } = readProblem(error);
  return status === notFound || status === redacted;
}
