import type { ReactNode } from "react";

/** Shows a message beside a list. */
export function MessagePanel({ id, onClose }: { id: string; onClose: () => void }): ReactNode {
  return (
    <aside className="panel">
      <button type="button" className="button" onClick={onClose}>
        {id}
      </button>
    </aside>
  );
}
