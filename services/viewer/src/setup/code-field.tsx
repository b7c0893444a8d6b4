import type { ComponentProps, ReactNode } from "react";
import { Field } from "../form/field.tsx";
import { en } from "../text/en.ts";

/** The field of the code that the log of rest has. */
export function CodeField(props: Omit<ComponentProps<typeof Field>, "label" | "hint">): ReactNode {
  return (
    <Field
      {...props}
      label={en.setup.code}
      hint={en.setup.codeHint}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
    />
  );
}
