import { type ReactNode, useState } from "react";
import { Button } from "../ui/button.tsx";
import { Popover } from "../ui/popover.tsx";
import { en } from "../text/en.ts";
import { FilterField } from "./filter-field.tsx";
import { type ChipFilter, type Filters, type OfferedFilter, offeredFilters } from "./query.ts";

interface FilterEditorProps {
  readonly anchor: HTMLElement | null;
  readonly filters: Filters;
  /** The filter that gets the focus. */
  readonly first: ChipFilter | undefined;
  onClose(): void;
  onChange(filters: Filters): void;
}

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
          <Button onClick={() => setDraft({})}>{en.filters.clear}</Button>
          <Button type="submit" kind="main">
            {en.filters.apply}
          </Button>
        </div>
      </form>
    </Popover>
  );
}
