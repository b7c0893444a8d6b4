import { Code } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { en } from "../text/en.ts";
import type { ApiRequest } from "./api-request.ts";
import { lazyPart } from "../app/lazy-part.ts";

const ApiRequestDialog = lazyPart(() => import("./api-request-dialog.tsx"), "ApiRequestDialog");

/** Opens what is on the page as a request of the API. */
export function ApiRequestButton({ request }: { request: ApiRequest }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon of={Code} />
        {en.apiRequest.open}
      </Button>
      {isOpen && (
        <Suspense>
          <ApiRequestDialog request={request} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
