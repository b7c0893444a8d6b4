import type { Message } from "@jetwire/protocol";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { Button } from "../ui/button.tsx";
import type { MessageParameters } from "../data/rest/message-pages.ts";
import { useCommand } from "../data/rest/use-command.ts";
import { FilterBar } from "../filters/filter-bar.tsx";
import { rowOf } from "../list/message-row.ts";
import { CommandFailure } from "../sign-in/command-failure.tsx";
import { parametersOf, type Search } from "../search/parameters.ts";
import { TimeRangeControl } from "../search/time-range-control.tsx";
import { usualRange } from "../search/time-range.ts";
import { UntrustedText } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { count } from "../text/numbers.ts";
import { Table } from "../table/table.tsx";
import { TimeCell } from "./time-cell.tsx";
import { useConfirmation } from "./use-confirmation.tsx";
import { useCounted } from "./use-counted.ts";

/** The messages that filters select; the parameters have an end of time, so that later ones are not among them. */
interface Counted {
  readonly parameters: MessageParameters;
  readonly messages: number;
  readonly more: boolean;
  readonly newest: readonly Message[];
}

/** The most requests of one action: each deletes up to 1,000 messages. */
const roundsMax = 20;
const start: Search = { filters: {}, since: usualRange, until: undefined, isGrouped: false };

/** Deletes the messages that filters select: counted and shown first, then with a reason. */
export function RedactionByFilters(): ReactNode {
  const { ask, dialog } = useConfirmation("redactions");
  const [search, setSearch] = useState(start);
  const { counted, redacted, setCounted, setRedacted, forget } = useCounted<Counted>();
  function change(next: Partial<Search>): void {
    setSearch({ ...search, ...next });
    forget();
  }
  const preview = useCommand(
    async (client) => {
      const nowMs = Date.now();
      const parameters = { until: new Date(nowMs).toISOString(), ...parametersOf(search, nowMs) };
      return { parameters, ...(await client.previewMatchingRedaction(parameters)) };
    },
    { onDone: setCounted },
  );
  function redact({ parameters, messages }: Counted): void {
    ask({
      title: en.operator.redact,
      text: en.operator.counted(count(messages)),
      canUndo: false,
      confirm: String(messages),
      run: async (client, reason) => {
        let remaining = messages;
        let sum = 0;
        for (let round = 0; round < roundsMax && remaining > 0; round++) {
          const body = { count: remaining, reason };
          const result = await client.redactMatching({ ...parameters, body });
          sum += result.redacted;
          ({ remaining } = result);
          setRedacted(sum);
        }
        setCounted(null);
      },
    });
  }
  return (
    <section className="panel" aria-labelledby="redact-by-filters">
      <div className="form-panel">
        <h2 id="redact-by-filters">{en.operator.redactByFilters}</h2>
        <p>{en.operator.redactByFiltersText}</p>
        <div className="row-actions">
          <TimeRangeControl range={search} onChange={change} />
        </div>
        <FilterBar
          filters={search.filters}
          reasons={preview.faults}
          onChange={(filters) => change({ filters })}
        />
        <CommandFailure command={preview} />
        <div className="row-actions">
          <Button command={preview}>{en.operator.countMatching}</Button>
          {counted && counted.messages > 0 && !counted.more && (
            <Button kind="danger" onClick={() => redact(counted)}>
              {en.operator.redactMatching}
            </Button>
          )}
        </div>
        <p role="status">
          {redacted !== null
            ? en.operator.redacted(count(redacted))
            : counted &&
              (counted.more
                ? en.operator.tooMany(count(counted.messages))
                : en.operator.counted(count(counted.messages)))}
        </p>
        {counted && counted.newest.length > 0 && <Newest messages={counted.newest} />}
      </div>
      {dialog}
    </section>
  );
}

function Newest({ messages }: { messages: readonly Message[] }): ReactNode {
  return (
    <Table
      isPanel
      caption={en.operator.newest}
      rows={messages.map((message) => rowOf(message))}
      keyOf={({ message }) => message.id}
      columns={[
        {
          head: en.operator.time,
          cell: ({ message }) => (
            <Link to="/messages/$id" params={{ id: message.id }}>
              <TimeCell at={message.timestamp} />
            </Link>
          ),
        },
        {
          head: en.list.aircraft,
          cell: ({ tail, flight }) => (
            <UntrustedText text={[tail, flight].filter(Boolean).join(" ")} />
          ),
        },
        {
          head: en.operator.station,
          cell: ({ message: { stationId } }) => (
            <Link to="/stations/$id" params={{ id: String(stationId) }}>
              {stationId}
            </Link>
          ),
        },
        { head: en.operator.content, cell: ({ raw }) => <UntrustedText text={raw} /> },
      ]}
    />
  );
}
