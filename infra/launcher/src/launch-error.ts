/** A failure that the operator can correct; printed in one line, without a stack. */
export class LaunchError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "LaunchError";
  }
}
