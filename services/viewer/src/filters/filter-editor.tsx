import { type ReactNode, useId, useState } from "react";
import { Popover } from "../look/popover.tsx";
import { sourceTypeNames } from "../look/source-types.ts";
import { en } from "../words/en.ts";
import { type ChipFilter, type Filters, type OfferedFilter, offeredFilters } from "./query.ts";

interface FilterEditorProps {
  readonly anchor: HTMLElement | null;
  readonly filters: Filters;
  /** The filter that gets the focus. */
  readonly first: ChipFilter | undefined;
  onClose(): void;
  onChange(filters: Filters): void;
}

const flags: readonly OfferedFilter[] = ["has_position", "on_ground", "authenticated"];
const hints: Readonly<Partial<Record<OfferedFilter, string>>> = en.filters.hints;

/** All filters in one form. It changes nothing until it is applied. */
export function FilterEditor(props: FilterEditorProps): ReactNode {
  const { anchor, filters, first, onClose, onChange } = props;
  const [draft, setDraft] = useState(filters);
  function set(name: OfferedFilter, value: string): void {
    setDraft(({ [name]: _old, ...others }) =>
      value === "" ? others : { ...others, [name]: value },
    );
  }
  return (
    <Popover anchor={anchor} title={en.filters.title} onClose={onClose}>
      <form
        className="filter-form"
        onSubmit={(event) => {
          event.preventDefault();
          onChange(draft);
          onClose();
        }}
      >
        {offeredFilters.map((name) => (
          <FilterField
            key={name}
            name={name}
            value={draft[name] ?? ""}
            hasFocus={name === first}
            onChange={(value) => set(name, value)}
          />
        ))}
        <div className="dialog-actions">
          <button type="button" className="button" onClick={() => setDraft({})}>
            {en.filters.clear}
          </button>
          <button type="submit" className="button button-main">
            {en.filters.apply}
          </button>
        </div>
      </form>
    </Popover>
  );
}

interface FilterFieldProps {
  readonly name: OfferedFilter;
  readonly value: string;
  readonly hasFocus: boolean;
  onChange(value: string): void;
}

function FilterField({ name, value, hasFocus, onChange }: FilterFieldProps): ReactNode {
  const id = useId();
  if (name === "source_type") return <SourceTypes value={value} onChange={onChange} />;
  const options =
    name === "link_direction"
      ? { uplink: en.list.uplink, downlink: en.list.downlink }
      : flags.includes(name)
        ? { true: en.filters.yes, false: en.filters.no }
        : null;
  return (
    <div className="filter-field">
      <label htmlFor={id}>{en.filters.names[name]}</label>
      {options ? (
        <select
          id={id}
          className="select"
          value={value}
          autoFocus={hasFocus}
          onChange={(event) => onChange(event.target.value)}
        >
          <option value="">{en.filters.any}</option>
          {Object.entries(options).map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          className="input"
          value={value}
          maxLength={200}
          autoFocus={hasFocus}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder={hints[name]}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </div>
  );
}

function SourceTypes({
  value,
  onChange,
}: {
  value: string;
  onChange: (value: string) => void;
}): ReactNode {
  const chosen = value === "" ? [] : value.split(",");
  return (
    <fieldset className="filter-types">
      <legend>{en.filters.names.source_type}</legend>
      {sourceTypeNames.map(({ type, name }) => (
        <label key={type} className="check-line">
          <input
            type="checkbox"
            className="check"
            checked={chosen.includes(type)}
            onChange={(event) =>
              onChange(
                (event.target.checked
                  ? [...chosen, type]
                  : chosen.filter((one) => one !== type)
                ).join(","),
              )
            }
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}
