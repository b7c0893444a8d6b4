import type { IssuedApiKey } from "@jetwire/protocol";
import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { clock } from "../../data/clock.ts";
import { useStore } from "../../data/store.ts";
import { useRest } from "../../data/rest/use-rest.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { en } from "../../text/en.ts";
import { age } from "../../text/time.ts";
import { clientExample, curlExample } from "./key-examples.ts";

const pollMs = 2_000;

/** Shows a new key, once. Only its own button closes it, and it tells when the key is first used. */
export function IssuedKey({
  issued,
  onDone,
}: {
  issued: IssuedApiKey;
  onDone: () => void;
}): ReactNode {
  const nowMs = useStore(clock);
  const keys = useRest(
    ["keys"],
    (client, signal) => Array.fromAsync(client.listKeys({}, { signal })),
    { everyMs: pollMs },
  );
  const usedAt = keys.data?.find(({ id }) => id === issued.id)?.lastUsedAt ?? null;
  const curl = curlExample(location.origin, issued.key);
  const client = clientExample(location.origin, issued.key);
  return (
    <Dialog title={en.keys.issuedTitle} width="wide">
      <p className="warn">{en.keys.issuedText}</p>
      <div className="command">
        <pre tabIndex={0}>{issued.key}</pre>
        <CopyButton text={issued.key} />
      </div>
      <h3>{en.keys.tryCurl}</h3>
      <div className="command">
        <pre tabIndex={0}>{curl}</pre>
        <CopyButton text={curl} />
      </div>
      <h3>{en.keys.tryClient}</h3>
      <div className="command">
        <pre tabIndex={0}>{client}</pre>
        <CopyButton text={client} />
      </div>
      <p className={usedAt === null ? "quiet" : "good"} role="status">
        {usedAt === null ? en.keys.waiting : en.keys.works(age(nowMs - Date.parse(usedAt)))}
      </p>
      <div className="dialog-actions">
        <Button kind="main" onClick={onDone}>
          {en.keys.copied}
        </Button>
      </div>
    </Dialog>
  );
}
