import { type ReactNode, useId } from "react";
import { en } from "../words/en.ts";

const namePattern = /^[a-z0-9_-]{3,32}$/;

/** Whether a text can be the name of a user. */
export function isUsername(text: string): boolean {
  return namePattern.test(text);
}

/** The field of the name of a new user. */
export function UsernameField({
  value,
  onChange,
}: {
  value: string;
  onChange: (username: string) => void;
}): ReactNode {
  const id = useId();
  const isRefused = value !== "" && !isUsername(value);
  return (
    <div className="field">
      <label htmlFor={id}>{en.signIn.username}</label>
      <input
        id={id}
        className="input"
        required
        minLength={3}
        maxLength={32}
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        aria-describedby={`${id}-hint`}
        aria-invalid={isRefused}
        value={value}
        onChange={(event) => onChange(event.target.value.toLowerCase())}
      />
      <p id={`${id}-hint`} className={isRefused ? "field-error" : "quiet small"}>
        {isRefused ? en.signIn.usernameRefused : en.signIn.usernameHint}
      </p>
    </div>
  );
}
