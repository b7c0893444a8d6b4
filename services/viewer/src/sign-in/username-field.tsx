import type { ComponentProps, ReactNode } from "react";
import { Field } from "../form/field.tsx";
import { en } from "../text/en.ts";

type UsernameFieldProps = Omit<ComponentProps<typeof Field>, "label" | "hint">;

/** The field of the name of a new user. */
export function UsernameField({ fault, onText, ...field }: UsernameFieldProps): ReactNode {
  return (
    <Field
      {...field}
      label={en.signIn.username}
      hint={en.signIn.usernameHint}
      fault={fault === undefined ? undefined : en.signIn.usernameRefused}
      autoComplete="username"
      autoCapitalize="off"
      spellCheck={false}
      onText={(text) => onText(text.toLowerCase())}
    />
  );
}
