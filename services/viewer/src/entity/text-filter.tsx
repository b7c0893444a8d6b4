import { type ReactNode, useEffect, useState } from "react";
import { Field } from "../form/field.tsx";

const quietMs = 400;
const charsMax = 64;

interface TextFilterProps {
  readonly label: string;
  readonly value: string;
  onChange(value: string): void;
}

/** A text that a list is filtered by. It takes effect when it has not changed for a moment. */
export function TextFilter({ label, value, onChange }: TextFilterProps): ReactNode {
  const [draft, setDraft] = useState(value);
  useEffect(() => setDraft(value), [value]);
  useEffect(() => {
    if (draft === value) return;
    const timer = setTimeout(() => onChange(draft), quietMs);
    return () => clearTimeout(timer);
    // The draft alone starts the pause; a new function for the same draft does not.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [draft]);
  return (
    <Field
      label={label}
      labelled="beside"
      value={draft}
      onText={setDraft}
      maxLength={charsMax}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
    />
  );
}
