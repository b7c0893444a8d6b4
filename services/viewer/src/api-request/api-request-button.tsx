import { Code } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { en } from "../words/en.ts";
import type { ApiRequest } from "./api-request.ts";
import { lazyPart } from "../app/lazy-part.ts";

const ApiRequestDialog = lazyPart(() => import("./api-request-dialog.tsx"), "ApiRequestDialog");

/** Opens what is on the page as a request of the API. */
export function ApiRequestButton({ request }: { request: ApiRequest }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Code size={16} strokeWidth={1.75} aria-hidden="true" />
        {en.apiRequest.open}
      </button>
      {isOpen && (
        <Suspense>
          <ApiRequestDialog request={request} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
