import { Plus, X } from "lucide-react";
import { type ReactNode, Suspense, useCallback, useState } from "react";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { usePageKey } from "../app/keys.ts";
import { UntrustedText } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { latitudeText, longitudeText } from "../text/numbers.ts";
import { sourceTypeNames } from "../ui/source-types.ts";
import { type ChipFilter, chipFilters, type Filters } from "./query.ts";
import { lazyPart } from "../app/lazy-part.ts";
import "./filters.css";

const FilterEditor = lazyPart(() => import("./filter-editor.tsx"), "FilterEditor");

interface FilterBarProps {
  readonly filters: Filters;
  /** Names of filters that have no effect here. */
  readonly refused?: readonly string[];
  /** The sentences of the server about filters that it refused, by their names. */
  readonly reasons?: Readonly<Record<string, string>> | undefined;
  onChange(filters: Filters): void;
}

/** The filters in use, as chips, and the way to more. Live, Map and Search have the same bar. */
export function FilterBar({
  filters,
  refused = [],
  reasons = {},
  onChange,
}: FilterBarProps): ReactNode {
  const [editing, setEditing] = useState<ChipFilter | "any" | null>(null);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  usePageKey(
    "f",
    useCallback(() => setEditing("any"), []),
  );
  const used = chipFilters.filter((name) => filters[name] !== undefined);
  return (
    <div className="filter-bar" role="group" aria-label={en.filters.title} ref={setAnchor}>
      {used.map((name) => (
        <span
          key={name}
          className="chip"
          data-refused={refused.includes(name) || Object.hasOwn(reasons, name) || undefined}
        >
          <Button kind="bare" className="chip-text" onClick={() => setEditing(name)}>
            {en.filters.names[name]}: <UntrustedText text={shownValue(name, filters[name] ?? "")} />
          </Button>
          <Button
            kind="bare"
            className="chip-remove"
            aria-label={en.filters.remove(en.filters.names[name])}
            onClick={() => onChange(without(filters, name))}
          >
            <Icon of={X} size={14} />
          </Button>
        </span>
      ))}
      <Button
        aria-haspopup="dialog"
        aria-expanded={editing !== null}
        onClick={() => setEditing("any")}
      >
        <Icon of={Plus} />
        {en.filters.add}
      </Button>
      {Object.entries(reasons).map(([name, reason]) => (
        <p key={name} className="bad small chip-reason" role="alert">
          {nameOf(name)}: <UntrustedText text={reason} />
        </p>
      ))}
      {editing !== null && (
        <Suspense>
          <FilterEditor
            anchor={anchor}
            filters={filters}
            first={editing === "any" ? undefined : editing}
            onClose={() => setEditing(null)}
            onChange={onChange}
          />
        </Suspense>
      )}
    </div>
  );
}

function nameOf(name: string): string {
  const { names } = en.filters;
  return Object.hasOwn(names, name) ? names[name as keyof typeof names] : name;
}

function without(filters: Filters, name: ChipFilter): Filters {
  const { [name]: _removed, ...others } = filters;
  return others;
}

function shownValue(name: ChipFilter, value: string): string {
  if (name === "source_type") {
    const names = value
      .split(",")
      .map((type) => sourceTypeNames.find((one) => one.type === type)?.name ?? type);
    return names.join(", ");
  }
  if (name === "bbox") return areaText(value);
  if (value === "true") return en.filters.yes;
  if (value === "false") return en.filters.no;
  return value.replaceAll(",", ", ");
}

/** An area in words; one that is not four numbers stays as it is. */
function areaText(value: string): string {
  const [west = Number.NaN, south = 0, east = 0, north = 0] = value.split(",").map(Number);
  if (value.split(",").length !== 4 || [west, south, east, north].some(Number.isNaN)) return value;
  return en.filters.area(
    latitudeText(south),
    latitudeText(north),
    longitudeText(west),
    longitudeText(east),
  );
}
