import type { LookupTarget } from "@jetwire/protocol";
import { type ReactNode, useId } from "react";
import { useRest } from "../data/rest/use-rest.ts";
import { useDebounced } from "../ui/use-debounced.ts";
import { en } from "../text/en.ts";
import type { OfferedFilter } from "./query.ts";
import type { Ids } from "../form/field.tsx";

interface SuggestFieldProps {
  readonly ids: Ids;
  readonly name: OfferedFilter;
  readonly value: string;
  readonly hint: string | undefined;
  readonly hasFocus: boolean;
  onChange(value: string): void;
}

/** The kinds of things that a look-up suggests for a filter. */
const suggested: Readonly<Partial<Record<OfferedFilter, LookupTarget["kind"]>>> = {
  airline: "airline",
  airport: "airport",
  station: "station",
  flight: "flight",
  tail: "tail",
};

const quietMs = 150;
const charsMax = 200;
const requestCharsMax = 64;
const freshMs = 300_000;

/** A field that suggests what the server knows by the text typed so far. */
export function SuggestField(props: SuggestFieldProps): ReactNode {
  const { ids, name, value, hint, hasFocus, onChange } = props;
  const listId = useId();
  const suggestions = useSuggestions(suggested[name], value);
  return (
    <>
      <input
        {...ids}
        className="input"
        value={value}
        maxLength={charsMax}
        autoFocus={hasFocus}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        placeholder={hint}
        list={suggestions.length === 0 ? undefined : listId}
        onChange={({ target }) => onChange(target.value)}
      />
      {suggestions.length > 0 && (
        <datalist id={listId} aria-label={en.filters.suggestions}>
          {suggestions.map(({ text, detail }) => (
            <option key={text} value={text}>
              {detail}
            </option>
          ))}
        </datalist>
      )}
    </>
  );
}

function useSuggestions(kind: LookupTarget["kind"] | undefined, value: string) {
  const requested = useDebounced(value.trim().slice(0, requestCharsMax), quietMs);
  const { data = [] } = useRest(
    ["suggestions", kind, requested],
    async (rest, signal) => {
      const found = new Map<string, string>();
      for await (const target of rest.lookUp({ q: requested }, { signal })) {
        if (target.kind !== kind) continue;
        // Airlines and airports are filtered by their codes, the others by their names.
        const isCode = kind === "airline" || kind === "airport";
        const text = isCode ? target.id : target.title;
        found.set(text, [isCode ? target.title : text, target.detail].filter(Boolean).join(" · "));
      }
      return [...found].map(([text, detail]) => ({ text, detail }));
    },
    { isEnabled: kind !== undefined && requested.length > 1, staleMs: freshMs, keepsFormer: true },
  );
  return data;
}
