import { getRouteApi } from "@tanstack/react-router";
import { type ReactNode, useId, useState } from "react";
import { en } from "../words/en.ts";

const route = getRouteApi("/heard");

/** Asks for the ident of a station, and looks for it. */
export function IdentForm({ ident }: { ident: string }): ReactNode {
  const id = useId();
  const navigate = route.useNavigate();
  const [text, setText] = useState(ident);
  return (
    <form
      className="account-form"
      onSubmit={(event) => {
        event.preventDefault();
        const asked = text.trim();
        void navigate({ search: { ident: asked === "" ? undefined : asked } });
      }}
    >
      <div className="field">
        <label htmlFor={id}>{en.heard.askIdent}</label>
        <input
          id={id}
          className="input"
          maxLength={64}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          aria-describedby={`${id}-hint`}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <p id={`${id}-hint`} className="quiet small">
          {en.heard.identHint}
        </p>
      </div>
      <button type="submit" className="button button-main heard-find">
        {en.heard.find}
      </button>
    </form>
  );
}
