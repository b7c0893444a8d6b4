import { Combobox } from "@base-ui/react/combobox";
import { X } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { Icon } from "./icon.tsx";
import { UntrustedText } from "../text/untrusted-text.tsx";
import "./choice-list.css";
import "./multi-choice.css";
import type { Ids } from "../form/field.tsx";

/** A value that can be chosen, and what it means. */
export interface KnownValue {
  readonly value: string;
  readonly meaning: string;
}

interface MultiChoiceProps {
  readonly ids: Ids;
  readonly options: readonly KnownValue[];
  readonly chosen: readonly string[];
  readonly hint: string | undefined;
  readonly hasFocus: boolean;
  /** Says how a chosen value is removed. */
  removeLabel(value: string): string;
  onChange(chosen: readonly string[]): void;
}

const shownMax = 50;
const charsMax = 32;

/** A field for several values, with a list of the known ones that what is typed narrows. */
export function MultiChoice(props: MultiChoiceProps): ReactNode {
  const { ids, options, chosen, hint, hasFocus, removeLabel, onChange } = props;
  const [typed, setTyped] = useState("");
  const values = useMemo(() => matching(options, typed.trim()), [options, typed]);
  const meanings = useMemo(
    () => new Map(options.map(({ value, meaning }) => [value, meaning])),
    [options],
  );
  return (
    <Combobox.Root
      items={values}
      filter={null}
      multiple
      autoHighlight
      value={[...chosen]}
      inputValue={typed}
      onInputValueChange={(text) => setTyped(text.slice(0, charsMax))}
      onValueChange={(next) => {
        setTyped("");
        onChange(next);
      }}
    >
      <Combobox.InputGroup className="input multi-choice">
        <Combobox.Chips className="multi-chips">
          {chosen.map((value) => (
            <Combobox.Chip key={value} className="multi-chip" title={meanings.get(value)}>
              <UntrustedText text={value} />
              <Combobox.ChipRemove className="multi-remove" aria-label={removeLabel(value)}>
                <Icon of={X} size={12} />
              </Combobox.ChipRemove>
            </Combobox.Chip>
          ))}
          <Combobox.Input
            {...ids}
            className="multi-input"
            autoFocus={hasFocus}
            placeholder={chosen.length === 0 ? hint : undefined}
            autoCapitalize="off"
            spellCheck={false}
          />
        </Combobox.Chips>
      </Combobox.InputGroup>
      <Combobox.Portal>
        <Combobox.Positioner className="layer" sideOffset={4} align="start">
          <Combobox.Popup className="popover multi-popup">
            <Combobox.List>
              {(value: string) => (
                <Combobox.Item key={value} value={value} className="choice-item">
                  <span className="multi-value">
                    <UntrustedText text={value} />
                  </span>
                  <span className="multi-meaning">{meanings.get(value)}</span>
                  <Combobox.ItemIndicator>✓</Combobox.ItemIndicator>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}

/** Returns the values whose name or meaning has what is typed; the typed text itself is the last one. */
function matching(options: readonly KnownValue[], typed: string): string[] {
  const part = typed.toLowerCase();
  const found = options.filter(
    ({ value, meaning }) =>
      value.toLowerCase().startsWith(part) || meaning.toLowerCase().includes(part),
  );
  const values = found.slice(0, shownMax).map(({ value }) => value);
  return typed === "" || values.includes(typed) ? values : [...values, typed];
}
