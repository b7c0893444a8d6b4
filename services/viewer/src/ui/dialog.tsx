import { CSPProvider } from "@base-ui/react/csp-provider";
import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";
import { en } from "../text/en.ts";
import "./overlay.css";

interface DialogProps {
  readonly title: ReactNode;
  readonly children: ReactNode;
  /** Called when the reader closes it. Without it, only what is inside can close it. */
  readonly onClose?: () => void;
  /** The width: `narrow` for questions, `wide` for tables. */
  readonly width?: "narrow" | "wide";
}

/** A dialog above the page; on a phone a sheet at the bottom. It is open while it is mounted. */
export function Dialog({ title, children, onClose, width = "narrow" }: DialogProps): ReactNode {
  return (
    <CSPProvider disableStyleElements>
      <Base.Root
        open
        onOpenChange={(isOpen) => {
          if (!isOpen) onClose?.();
        }}
      >
        <Base.Portal>
          <Base.Backdrop className="overlay-ground" />
          <Base.Popup className="dialog" data-width={width}>
            <div className="dialog-head">
              <Base.Title className="dialog-title">{title}</Base.Title>
              {onClose && (
                <Base.Close className="button button-plain icon-button" aria-label={en.frame.close}>
                  <Icon of={X} />
                </Base.Close>
              )}
            </div>
            <div className="dialog-body">{children}</div>
          </Base.Popup>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  );
}
