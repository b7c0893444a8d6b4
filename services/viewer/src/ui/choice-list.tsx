import { Autocomplete } from "@base-ui/react/autocomplete";
import { CSPProvider } from "@base-ui/react/csp-provider";
import type { ReactNode } from "react";
import "./choice-list.css";

/** A line of the list. */
export interface ChoiceLine {
  readonly id: string;
  readonly content: ReactNode;
  choose(): void;
}

interface ChoiceListProps {
  readonly label: string;
  readonly text: string;
  readonly hint: string;
  readonly charsMax: number;
  /** The lines in their order; Enter takes the first unless another one is selected. */
  readonly choices: readonly ChoiceLine[];
  onText(text: string): void;
}

/** A field with a list of what its text may mean. Arrow keys move in the list, Enter takes a line. */
export function ChoiceList(props: ChoiceListProps): ReactNode {
  const { label, text, hint, charsMax, choices, onText } = props;
  return (
    <CSPProvider disableStyleElements>
      <Autocomplete.Root
        items={choices}
        mode="none"
        inline
        open
        autoHighlight="always"
        keepHighlight
        value={text}
        itemToStringValue={() => text}
        onValueChange={(next, { reason }) => {
          if (reason !== "item-press") onText(next);
        }}
      >
        <Autocomplete.Input
          className="input choice-input"
          aria-label={label}
          placeholder={hint}
          maxLength={charsMax}
          autoFocus
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
        />
        <Autocomplete.List className="choice-list">
          {choices.map((choice) => (
            <Autocomplete.Item
              key={choice.id}
              value={choice}
              className="choice-item"
              onClick={() => choice.choose()}
            >
              {choice.content}
            </Autocomplete.Item>
          ))}
        </Autocomplete.List>
      </Autocomplete.Root>
    </CSPProvider>
  );
}
