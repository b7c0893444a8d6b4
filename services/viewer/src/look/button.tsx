import type { ComponentProps, ReactNode } from "react";
import type { Command } from "../data/use-command.ts";

export type ButtonKind = "main" | "danger" | "plain";

interface ButtonProps extends ComponentProps<"button"> {
  /** How much it stands out: `main` for what the page wants, `danger` for what destroys. */
  readonly kind?: ButtonKind | undefined;
  /** The command that it runs. It is off while that runs. */
  readonly command?: Command;
}

/** A button. It submits a form only with `type="submit"`. */
export function Button({ kind, command, className, ...own }: ButtonProps): ReactNode {
  const names = ["button", kind && `button-${kind}`, className].filter(Boolean).join(" ");
  return (
    <button
      type="button"
      {...(command && { onClick: () => command.run() })}
      {...own}
      className={names}
      disabled={own.disabled === true || command?.isRunning === true}
    />
  );
}
