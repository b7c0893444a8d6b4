import { type ComponentProps, type ReactNode, useId } from "react";
import "./field.css";

/** The label of a field, and how it is shown. */
interface Labelled {
  readonly label: ReactNode;
  /** Says what to write. It gives way to a fault. */
  readonly hint?: ReactNode;
  /** Says why the value is refused. */
  readonly fault?: string | undefined;
  /** The position of the label: `column` for a column of labels. Default: above. Screen readers read a hidden one. */
  readonly labelled?: "above" | "beside" | "column" | "hidden" | undefined;
}

interface Text extends Labelled {
  readonly value: string;
  onText(text: string): void;
}

type Own<Tag extends "input" | "select" | "textarea", Shown> = Shown &
  Omit<ComponentProps<Tag>, keyof Shown | "id" | "className" | "onChange">;

/** A field of one line. */
export function Field(props: Own<"input", Text>): ReactNode {
  const { label, hint, fault, labelled, onText, ...own } = props;
  return (
    <Labels {...{ label, hint, fault, labelled }}>
      {(ids) => (
        <input
          {...own}
          {...ids}
          className="input"
          onChange={({ target }) => onText(target.value)}
        />
      )}
    </Labels>
  );
}

/** A field of several lines. */
export function LongField(props: Own<"textarea", Text>): ReactNode {
  const { label, hint, fault, labelled, onText, ...own } = props;
  return (
    <Labels {...{ label, hint, fault, labelled }}>
      {(ids) => (
        <textarea
          {...own}
          {...ids}
          className="input"
          onChange={({ target }) => onText(target.value)}
        />
      )}
    </Labels>
  );
}

/** One of a few values. */
export interface Option {
  readonly value: string | number;
  readonly text: string;
  readonly isOff?: boolean;
}

interface Chosen extends Text {
  readonly options: readonly Option[];
}

/** A field with a list of values to choose from. */
export function Select(props: Own<"select", Chosen>): ReactNode {
  const { label, hint, fault, labelled, onText, options, ...own } = props;
  return (
    <Labels {...{ label, hint, fault, labelled }}>
      {(ids) => (
        <select
          {...own}
          {...ids}
          className="select"
          onChange={({ target }) => onText(target.value)}
        >
          {options.map(({ value, text, isOff }) => (
            <option key={value} value={value} disabled={isOff}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Labels>
  );
}

/** Returns the options of a table of words: its names are the values. */
export function optionsOf(words: Readonly<Record<string, string>>): readonly Option[] {
  return Object.entries(words).map(([value, text]) => ({ value, text }));
}

interface CheckProps {
  readonly label: ReactNode;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly className?: string;
  readonly fault?: string | undefined;
  onCheck(checked: boolean): void;
}

/** A box to check, before its label. */
export function Checkbox({ label, fault, className = "", onCheck, ...own }: CheckProps): ReactNode {
  const id = useId();
  return (
    <>
      <label className={`check-line ${className}`}>
        <input
          {...own}
          {...said(id, fault)}
          type="checkbox"
          className="check"
          onChange={({ target }) => onCheck(target.checked)}
        />
        {label}
      </label>
      {fault !== undefined && (
        <p id={`${id}-said`} className="field-error">
          {fault}
        </p>
      )}
    </>
  );
}

/** Ties a control to its label and to what is said about it. */
export interface Ids {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": true | undefined;
}

/** Ties a control to what is said about it. */
function said(id: string, fault: string | undefined, hint?: ReactNode): Ids {
  return {
    id,
    "aria-describedby": fault === undefined && hint === undefined ? undefined : `${id}-said`,
    "aria-invalid": fault === undefined ? undefined : true,
  };
}

/** The label of a control, and what is to be said about its value below. */
export function Labels({
  label,
  hint,
  fault,
  labelled = "above",
  children,
}: Labelled & { children: (ids: Ids) => ReactNode }): ReactNode {
  const id = useId();
  return (
    <div className="field" data-labelled={labelled}>
      <label htmlFor={id} className={labelled === "hidden" ? "visually-hidden" : undefined}>
        {label}
      </label>
      {children(said(id, fault, hint))}
      {(fault ?? hint) !== undefined && (
        <p id={`${id}-said`} className={fault === undefined ? "quiet small" : "field-error"}>
          {fault ?? hint}
        </p>
      )}
    </div>
  );
}
