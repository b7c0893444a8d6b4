import { type ReactNode, useState } from "react";
import { useRest } from "../data/rest/use-rest.ts";
import { Field } from "../form/field.tsx";
import { CommandChooser } from "../reception/command-chooser.tsx";
import { Waiting } from "../reception/waiting.tsx";
import { en } from "../text/en.ts";
import { QueryState } from "../ui/query-state/query-state.tsx";
import "../reception/reception.css";

const everyMs = 5_000;
const identPattern = /^[A-Za-z0-9][A-Za-z0-9._-]{1,63}$/;

/** How to feed from a first station, and whether its messages arrive. */
export function FirstStation(): ReactNode {
  const [typed, setTyped] = useState("");
  const ident = identPattern.test(typed.trim()) ? typed.trim() : undefined;
  const network = useRest(
    ["reception", ident],
    (client, signal) => client.readOwnNetwork(ident === undefined ? {} : { ident }, { signal }),
    { everyMs, keepsFormer: true },
  );
  const found = network.data?.stations.find((station) => station.ident === ident);
  return (
    <>
      <p>{en.setup.stationText}</p>
      <Field
        label={en.setup.ident}
        hint={en.reception.identHint}
        value={typed}
        onText={setTyped}
        maxLength={64}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
      />
      <QueryState query={network} lines={4}>
        {({ host, ports }) => (
          <CommandChooser host={host} ports={ports} ident={ident ?? "MY-STATION"} />
        )}
      </QueryState>
      {ident !== undefined && (
        <Waiting
          key={ident}
          ident={ident}
          isReceived={found?.lastMessageAt != null}
          isPolling
          onCheck={() => void network.refetch()}
        />
      )}
    </>
  );
}
