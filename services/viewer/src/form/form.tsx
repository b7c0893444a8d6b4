import type { ReactNode, Ref } from "react";
import "./form.css";

interface FormProps {
  readonly children: ReactNode;
  /**
   * How its parts stand: `stack`, one below the other; `line`, beside each other; `dialog`, with the buttons at the
   * end; `column`, with buttons as wide as the fields.
   */
  readonly layout?: "stack" | "line" | "dialog" | "column" | undefined;
  readonly role?: "search";
  readonly ref?: Ref<HTMLFormElement>;
  onSend(): void;
}

/** A form. The page says what is wrong with its fields, not the browser. */
export function Form({ layout = "stack", onSend, ...own }: FormProps): ReactNode {
  return (
    <form
      {...own}
      className="form"
      data-layout={layout}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
    />
  );
}
