import type { ReactNode } from "react";
import "./form.css";

interface FormPanelProps {
  readonly id: string;
  readonly title: ReactNode;
  readonly children: ReactNode;
}

/** A part of a page with a heading, for a form or a few commands. */
export function FormPanel({ id, title, children }: FormPanelProps): ReactNode {
  return (
    <section className="panel form-panel" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
