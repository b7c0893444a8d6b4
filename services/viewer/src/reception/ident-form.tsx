import { getRouteApi } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { Field } from "../form/field.tsx";
import { Form } from "../form/form.tsx";
import { Button } from "../ui/button.tsx";
import { en } from "../text/en.ts";

const route = getRouteApi("/heard");

/** Asks for the ident of a station, and looks for it. */
export function IdentForm({ ident }: { ident: string }): ReactNode {
  const navigate = route.useNavigate();
  const [text, setText] = useState(ident);
  return (
    <Form
      layout="line"
      onSend={() => {
        const entered = text.trim();
        void navigate({ search: { ident: entered === "" ? undefined : entered } });
      }}
    >
      <Field
        label={en.reception.askIdent}
        hint={en.reception.identHint}
        value={text}
        onText={setText}
        maxLength={64}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
      />
      <Button type="submit" kind="main" className="reception-find">
        {en.reception.find}
      </Button>
    </Form>
  );
}
