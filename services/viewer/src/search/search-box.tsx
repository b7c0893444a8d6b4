import { Search } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Icon } from "../ui/icon.tsx";
import { en } from "../text/en.ts";
import { Field } from "../form/field.tsx";

interface SearchBoxProps {
  readonly text: string;
  /** Called 400 ms after the last change. */
  onChange(text: string): void;
  /** Called on Enter: runs the search again, even if nothing has changed. */
  onRun(text: string): void;
}

const quietMs = 400;
const charsMax = 64;

/** The text of a search. */
export function SearchBox({ text, onChange, onRun }: SearchBoxProps): ReactNode {
  const [draft, setDraft] = useState(text);
  const sent = useRef(text);
  useEffect(() => {
    // The address was changed from elsewhere, for example by Back.
    if (text === sent.current) return;
    sent.current = text;
    setDraft(text);
  }, [text]);
  useEffect(() => {
    if (draft === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = draft;
      onChange(draft);
    }, quietMs);
    return () => clearTimeout(timer);
  }, [draft, onChange]);
  return (
    <form
      role="search"
      className="search-box"
      onSubmit={(event) => {
        event.preventDefault();
        sent.current = draft;
        onRun(draft);
      }}
    >
      <Icon of={Search} />
      <Field
        type="search"
        label={en.search.text}
        labelled="hidden"
        placeholder={en.search.textHint}
        value={draft}
        maxLength={charsMax}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        onText={setDraft}
      />
    </form>
  );
}
