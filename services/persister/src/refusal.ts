/** Whether an error of Postgres is of class 22 (data exception) or 23 (constraint violation): a retry fails too. */
export function isRefusal(error: unknown): error is Error & { code: string } {
  return (
    error instanceof Error &&
    "code" in error &&
    typeof error.code === "string" &&
    /^2[23]/.test(error.code)
  );
}
