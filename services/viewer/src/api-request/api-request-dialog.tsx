import { type ReactNode, useState } from "react";
import { CopyButton } from "../ui/copy-button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { UntrustedText } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { type ApiRequest, clientCodeOf, curlOf } from "./api-request.ts";

interface ApiRequestDialogProps {
  readonly request: ApiRequest;
  onClose(): void;
}

/** Shows what is on the page as a request that a program can send. */
export function ApiRequestDialog({ request, onClose }: ApiRequestDialogProps): ReactNode {
  const [chosen, choose] = useState("curl");
  const texts = en.apiRequest;
  return (
    <Dialog title={texts.title} onClose={onClose} width="wide">
      <p>{texts.key}</p>
      <Tabs
        label={texts.title}
        chosen={chosen}
        onChoose={choose}
        tabs={[
          {
            id: "curl",
            name: texts.curl,
            content: <Code text={curlOf(request, location.origin)} />,
          },
          {
            id: "client",
            name: texts.client,
            content: <Code text={clientCodeOf(request, location.origin)} />,
          },
        ]}
      />
    </Dialog>
  );
}

function Code({ text }: { text: string }): ReactNode {
  return (
    <>
      <pre className="panel">
        <UntrustedText text={text} lines />
      </pre>
      <CopyButton text={text} />
    </>
  );
}
