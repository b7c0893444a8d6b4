import type { WaitingClaim, WaitingDispute } from "@jetwire/protocol";
import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { coarseClock } from "../data/clock.ts";
import { useStore } from "../data/store.ts";
import { useRest } from "../data/rest/use-rest.ts";
import { QueryState } from "../ui/query-state/query-state.tsx";
import { UntrustedText, UntrustedName } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { percent } from "../text/numbers.ts";
import { age } from "../text/time.ts";
import { AccountLink, StationLink } from "./object-link.tsx";
import { Table } from "../table/table.tsx";
import { useConfirmation } from "./use-confirmation.tsx";

/** Claims and disputes of stations that wait for a decision. */
export function Claims(): ReactNode {
  return (
    <>
      <WaitingClaims />
      <h2>{en.operator.disputes}</h2>
      <WaitingDisputes />
    </>
  );
}

function WaitingClaims(): ReactNode {
  const { ask, dialog } = useConfirmation("waiting-claims");
  const claims = useRest(["waiting-claims"], (client, signal) =>
    Array.fromAsync(client.listWaitingClaims({}, { signal })),
  );
  function decide({ id, station, claimant }: WaitingClaim, approved: boolean): void {
    ask({
      title: approved ? en.operator.approve : en.operator.refuse,
      text: approved
        ? en.operator.approveText(station.ident, claimant.username)
        : en.operator.refuseText(claimant.username),
      canUndo: false,
      run: (client, reason) => client.decideClaim({ id, body: { approved, reason } }),
    });
  }
  return (
    <>
      <QueryState query={claims} lines={4}>
        {(shown) => (
          <Table
            isPanel
            caption={en.operator.sections.claims}
            empty={en.operator.empty.claims}
            rows={shown}
            keyOf={({ id }) => id}
            columns={[
              {
                head: en.operator.station,
                cell: ({ station }) => <StationLink {...station} />,
                order: ["station", ({ station }) => station.ident],
              },
              {
                head: en.operator.claimant,
                cell: ({ claimant, provisional }) => (
                  <>
                    <AccountLink {...claimant} />
                    {provisional && <div className="quiet">{en.operator.provisionalClaim}</div>}
                  </>
                ),
              },
              {
                head: en.operator.note,
                cell: ({ note }) => (
                  <div className="preview-text">
                    {note !== null && <UntrustedText text={note} lines />}
                  </div>
                ),
              },
              {
                head: en.operator.shares,
                cell: ({ networks }) => networks.map((share) => percent(share)).join(" · "),
              },
              {
                head: en.operator.evidence,
                cell: ({ evidence }) =>
                  evidence === null
                    ? en.operator.noEvidence
                    : en.operator.evidenceOf(evidence.hours, evidence.days),
              },
              {
                head: en.operator.rivals,
                cell: ({ rivals }) => <UntrustedName text={rivals.join(", ")} />,
              },
              { head: en.operator.age, cell: ({ createdAt }) => <Age since={createdAt} /> },
              {
                head: en.operator.actions,
                cell: (claim) => (
                  <div className="row-actions">
                    <Button onClick={() => decide(claim, true)}>{en.operator.approve}</Button>
                    <Button onClick={() => decide(claim, false)}>{en.operator.refuse}</Button>
                  </div>
                ),
              },
            ]}
          />
        )}
      </QueryState>
      {dialog}
    </>
  );
}

function WaitingDisputes(): ReactNode {
  const { ask, dialog } = useConfirmation("waiting-disputes");
  const disputes = useRest(["waiting-disputes"], (client, signal) =>
    Array.fromAsync(client.listWaitingDisputes({}, { signal })),
  );
  function decide({ id, station, owner }: WaitingDispute, upheld: boolean): void {
    ask({
      title: upheld ? en.operator.uphold : en.operator.dismiss,
      text: upheld
        ? en.operator.upholdText(station.ident, owner.username)
        : en.operator.dismissDisputeText(owner.username),
      canUndo: false,
      run: (client, reason) => client.decideDispute({ id, body: { upheld, reason } }),
    });
  }
  return (
    <>
      <QueryState query={disputes} lines={2}>
        {(shown) => (
          <Table
            isPanel
            caption={en.operator.disputes}
            empty={en.operator.empty.disputes}
            rows={shown}
            keyOf={({ id }) => id}
            columns={[
              {
                head: en.operator.station,
                cell: ({ station }) => <StationLink {...station} />,
                order: ["station", ({ station }) => station.ident],
              },
              {
                head: en.operator.owner,
                cell: ({ owner }) => <AccountLink {...owner} />,
              },
              { head: en.operator.shares, cell: ({ share }) => percent(share) },
              { head: en.operator.age, cell: ({ createdAt }) => <Age since={createdAt} /> },
              {
                head: en.operator.actions,
                cell: (dispute) => (
                  <div className="row-actions">
                    <Button onClick={() => decide(dispute, true)}>{en.operator.uphold}</Button>
                    <Button onClick={() => decide(dispute, false)}>{en.operator.dismiss}</Button>
                  </div>
                ),
              },
            ]}
          />
        )}
      </QueryState>
      {dialog}
    </>
  );
}

function Age({ since }: { since: string }): ReactNode {
  return age(useStore(coarseClock) - Date.parse(since));
}
