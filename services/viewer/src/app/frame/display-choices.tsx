import type { ReactNode } from "react";
import { Checkbox } from "../../form/field.tsx";
import { useStore } from "../../data/store.ts";
import { changeDisplay, display } from "../../ui/display/display.ts";
import { en } from "../../text/en.ts";
import { optionsOf, Select } from "../../form/field.tsx";

/** The choices of the display: theme, density, units, times, keys. */
export function DisplayChoices(): ReactNode {
  const chosen = useStore(display);
  return (
    <div className="display-choices">
      <Choice
        name={en.frame.theme}
        options={en.frame.themes}
        value={chosen.theme}
        onChange={(theme) => changeDisplay({ theme })}
      />
      <Choice
        name={en.frame.density}
        options={en.frame.densities}
        value={chosen.density}
        onChange={(density) => changeDisplay({ density })}
      />
      <Choice
        name={en.frame.units}
        options={en.frame.unitNames}
        value={chosen.units}
        onChange={(units) => changeDisplay({ units })}
      />
      <Choice
        name={en.frame.zone}
        options={en.frame.zones}
        value={chosen.zone}
        onChange={(zone) => changeDisplay({ zone })}
      />
      <Checkbox
        label={en.frame.keys}
        checked={chosen.keys}
        onCheck={(checked) => changeDisplay({ keys: checked })}
      />
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  readonly name: string;
  readonly options: Readonly<Record<Value, string>>;
  readonly value: Value;
  onChange(value: Value): void;
}

function Choice<Value extends string>(props: ChoiceProps<Value>): ReactNode {
  const { name, options, value, onChange } = props;
  return (
    <Select
      label={name}
      labelled="column"
      value={value}
      onText={(text) => onChange(text as Value)}
      options={optionsOf(options)}
    />
  );
}
