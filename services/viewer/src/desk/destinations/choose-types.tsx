import { type ReactNode, useId } from "react";
import { useRest } from "../../data/rest/use-rest.ts";
import { Checkbox } from "../../form/field.tsx";
import { en } from "../../text/en.ts";
import { UntrustedName } from "../../text/untrusted-text.tsx";

interface Choice {
  readonly value: string;
  readonly label: ReactNode;
}

interface ChooseTypesProps {
  readonly types: readonly string[];
  readonly ruleIds: readonly string[];
  /** Says what is wrong with the types. */
  readonly fault?: string | undefined;
  onTypes(types: string[]): void;
  onRules(ruleIds: string[]): void;
}

const types = Object.entries(en.notifications.types).map(([value, label]) => ({ value, label }));

/** Chooses which notifications a destination gets, and of alerts those of which rules. */
export function ChooseTypes(props: ChooseTypesProps): ReactNode {
  const rules = useRest(["alerts"], (client, signal) =>
    Array.fromAsync(client.listAlerts({}, { signal })),
  );
  const ofMessages = (rules.data ?? []).filter(({ filter }) => filter !== null);
  return (
    <>
      <Choices
        legend={en.destinations.types}
        choices={types}
        chosen={props.types}
        fault={props.fault}
        onChange={props.onTypes}
      />
      {props.types.includes("alert.match") && ofMessages.length > 0 && (
        <Choices
          legend={en.destinations.rules}
          hint={en.destinations.allRules}
          choices={ofMessages.map(({ id, name }) => ({
            value: id,
            label: <UntrustedName text={name} />,
          }))}
          chosen={props.ruleIds}
          onChange={props.onRules}
        />
      )}
    </>
  );
}

interface ChoicesProps {
  readonly legend: string;
  readonly hint?: string;
  readonly fault?: string | undefined;
  readonly choices: readonly Choice[];
  readonly chosen: readonly string[];
  onChange(chosen: string[]): void;
}

function Choices({ legend, hint, fault, choices, chosen, onChange }: ChoicesProps): ReactNode {
  const id = useId();
  return (
    <fieldset className="check-choices destination-choices" aria-describedby={`${id}-text`}>
      <legend>{legend}</legend>
      {choices.map(({ value, label }) => (
        <Checkbox
          key={value}
          label={label}
          checked={chosen.includes(value)}
          onCheck={(checked) =>
            onChange(checked ? [...chosen, value] : chosen.filter((one) => one !== value))
          }
        />
      ))}
      {(fault ?? hint) !== undefined && (
        <p id={`${id}-text`} className={fault === undefined ? "quiet small" : "field-error"}>
          {fault ?? hint}
        </p>
      )}
    </fieldset>
  );
}
