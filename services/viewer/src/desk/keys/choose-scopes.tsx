import type { KeyScope } from "@jetwire/protocol";
import { type ReactNode, useId } from "react";
import { session } from "../../data/session/session.ts";
import { useStore } from "../../data/store.ts";
import { Checkbox } from "../../form/field.tsx";
import { en } from "../../text/en.ts";

/** Chooses what a new key may be used for. `operate` is offered for the keys of operators. */
export function ChooseScopes({
  chosen,
  ofOperator,
  onChange,
}: {
  chosen: readonly KeyScope[];
  ofOperator?: boolean;
  onChange: (scopes: readonly KeyScope[]) => void;
}): ReactNode {
  const id = useId();
  const isOperator = useStore(session)?.isOperator === true;
  const offered = (Object.keys(en.keys.scopeNames) as KeyScope[]).filter(
    (scope) => scope !== "operate" || (ofOperator ?? isOperator),
  );
  return (
    <fieldset className="check-choices" aria-describedby={`${id}-text`}>
      <legend>{en.keys.scopes}</legend>
      {offered.map((scope) => (
        <Checkbox
          key={scope}
          label={en.keys.scopeNames[scope]}
          checked={chosen.includes(scope)}
          onCheck={(checked) =>
            onChange(checked ? [...chosen, scope] : chosen.filter((one) => one !== scope))
          }
        />
      ))}
      <p id={`${id}-text`} className="quiet small">
        {en.keys.scopesText}
      </p>
    </fieldset>
  );
}
