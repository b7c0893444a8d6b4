import type { ComponentProps, ReactNode } from "react";
import type { Command } from "../data/rest/use-command.ts";

export type ButtonKind = "main" | "danger" | "plain" | "bare";

interface ButtonProps extends ComponentProps<"button"> {
  /** How much it stands out: `main` for what the page wants, `danger` for what destroys, `bare` to look as its class says. */
  readonly kind?: ButtonKind | undefined;
  /** The command that it runs. It is off while that runs. */
  readonly command?: Command;
}

/** A button. It submits a form only with `type="submit"`. */
export function Button({ kind, command, className, ...own }: ButtonProps): ReactNode {
  const looks = kind === "bare" ? [] : ["button", kind && `button-${kind}`];
  return (
    <button
      type="button"
      {...(command && { onClick: () => command.run() })}
      {...own}
      className={[...looks, className].filter(Boolean).join(" ")}
      disabled={own.disabled === true || command?.isRunning === true}
    />
  );
}
