import type { Overview, ProcessReport } from "@jetwire/protocol";
import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { useCommand } from "../data/rest/use-command.ts";
import { useRest } from "../data/rest/use-rest.ts";
import { QueryState } from "../ui/query-state/query-state.tsx";
import { CommandFailure } from "../sign-in/command-failure.tsx";
import { UntrustedText } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { count, percent, rate } from "../text/numbers.ts";
import { Table } from "../table/table.tsx";
import { TimeCell } from "./time-cell.tsx";
import { unaccountedText } from "./unaccounted-text.ts";
import { useConfirmation } from "./use-confirmation.tsx";
import { StorageSection } from "./storage/storage.tsx";
import { Summary } from "./summary.tsx";

const pollMs = 5_000;
const mebibyte = 1_048_576;

/** One sentence about the service, then what is not green, then everything. */
export function OverviewSection(): ReactNode {
  const overview = useRest(["overview"], (client, signal) => client.readOverview({}, { signal }), {
    everyMs: pollMs,
  });
  return (
    <QueryState query={overview} lines={8}>
      {(shown) => (
        <>
          <Summary overview={shown} />
          <Figures overview={shown} />
          <Checks overview={shown} />
          <Processes overview={shown} />
          <Partitions overview={shown} />
          <StorageSection />
        </>
      )}
    </QueryState>
  );
}

function Figures({ overview }: { overview: Overview }): ReactNode {
  const { unaccounted, redisMemory, firehoseFraction, canary } = overview;
  const figures = [
    {
      name: en.operator.unaccounted,
      text: unaccounted === null ? en.operator.unknown : unaccountedText(unaccounted),
    },
    {
      name: en.operator.redisMemory,
      text: redisMemory === null ? en.operator.unknown : percent(redisMemory),
    },
    {
      name: en.operator.fraction,
      text: firehoseFraction === null ? en.operator.unknown : percent(firehoseFraction),
    },
    {
      name: en.operator.canary,
      text:
        canary === null
          ? en.operator.noCanary
          : [canary.storedMs, canary.deliveredMs]
              .map((ms) => (ms === null ? en.operator.unknown : `${count(ms.p99)} ms`))
              .join(" · "),
    },
  ];
  return (
    <dl className="overview-grid">
      {figures.map(({ name, text }) => (
        <div key={name} className="panel overview-figure">
          <dt className="quiet small">{name}</dt>
          <dd className="entity">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The checks that fail, and behind a line those that pass. */
function Checks({ overview: { checks } }: { overview: Overview }): ReactNode {
  const failing = checks.filter(({ problem }) => problem !== null);
  const passing = checks.filter(({ problem }) => problem === null);
  return (
    <>
      {failing.length > 0 && <CheckTable checks={failing} />}
      {passing.length > 0 && (
        <details>
          <summary>{en.operator.passing(passing.length)}</summary>
          <CheckTable checks={passing} />
        </details>
      )}
    </>
  );
}

function CheckTable({ checks }: { checks: Overview["checks"] }): ReactNode {
  return (
    <Table
      isPanel
      caption={en.operator.checks}
      empty={en.operator.none}
      rows={checks}
      keyOf={({ name }) => name}
      columns={[
        { head: en.operator.checks, cell: ({ passes }) => passes },
        {
          head: en.operator.state,
          cell: ({ problem, remedy }) =>
            problem === null ? (
              <span className="good">● {en.operator.passes}</span>
            ) : (
              <span className="bad">
                ✖ <UntrustedText text={problem} />
                {remedy !== null && <span className="quiet small check-remedy">{remedy}</span>}
              </span>
            ),
        },
        { head: en.operator.time, cell: ({ since }) => since !== null && <TimeCell at={since} /> },
      ]}
    />
  );
}

function Processes({ overview }: { overview: Overview }): ReactNode {
  const { ask, dialog } = useConfirmation("overview");
  const undo = useCommand((client, replica: string) => client.undoGatewayDrain({ replica }));
  function drain(process: ProcessReport): void {
    const sockets = count(process.figures["sockets"] ?? 0);
    const hasOther = overview.processes.some(
      ({ service, id, ready, draining }) =>
        service === "gateway" && id !== process.id && ready && !draining,
    );
    ask({
      title: en.operator.drain,
      text: hasOther ? en.operator.drainText(sockets) : en.operator.drainLastText(sockets),
      canUndo: true,
      isDangerous: true,
      ...(!hasOther && { confirm: `${process.service} ${process.number}` }),
      run: (client) => client.drainGateway({ replica: process.id, force: !hasOther }),
    });
  }
  return (
    <>
      <Table
        isPanel
        caption={en.operator.services}
        empty={en.operator.none}
        rows={overview.processes}
        keyOf={({ service, id }) => `${service} ${id}`}
        columns={[
          {
            head: en.operator.service,
            cell: ({ service, number }) => `${service} ${number}`,
          },
          { head: en.operator.state, cell: (process) => <ProcessState process={process} /> },
          {
            head: en.operator.version,
            cell: ({ version }) => version,
            order: ["version", ({ version }) => version],
          },
          {
            head: en.operator.started,
            cell: ({ startedAt }) => <TimeCell at={startedAt} />,
            order: ["started", ({ startedAt }) => startedAt],
          },
          {
            head: en.operator.memory,
            isNumber: true,
            cell: ({ memoryBytes }) => `${count(memoryBytes / mebibyte)} MiB`,
          },
          {
            head: en.operator.figures,
            cell: ({ figures }) =>
              Object.entries(figures)
                .map(
                  ([name, value]) =>
                    `${en.operator.figureNames[name] ?? name} ${figureText(value)}`,
                )
                .join(" · "),
          },
          {
            head: en.operator.actions,
            cell: (process) =>
              process.service === "gateway" && (
                <Button
                  disabled={undo.isRunning}
                  onClick={() => (process.draining ? undo.run(process.id) : drain(process))}
                >
                  {process.draining ? en.operator.undoDrain : en.operator.drain}
                </Button>
              ),
          },
        ]}
      />
      <CommandFailure command={undo} />
      {dialog}
    </>
  );
}

function ProcessState({ process }: { process: ProcessReport }): ReactNode {
  const { ready, draining, problems } = process;
  if (draining) return <span className="warn">◐ {en.operator.draining}</span>;
  if (ready && problems.length === 0) {
    return <span className="good">● {en.operator.ready}</span>;
  }
  return (
    <span className={ready ? "warn" : "bad"}>
      {ready ? `◐ ${en.operator.ready}` : `✖ ${en.operator.notReady}`}
      {problems.map(({ name, reason }) => (
        <span key={name} className="small">
          {" · "}
          <UntrustedText text={`${name}: ${reason}`} />
        </span>
      ))}
    </span>
  );
}

/** Names the process that reads a partition, as the table of processes does. */
function readerOf({ processes }: Overview, replica: string): string {
  const reader = processes.find((process) => process.replica === replica);
  return reader === undefined ? replica : `${reader.service} ${reader.number}`;
}

function Partitions({ overview }: { overview: Overview }): ReactNode {
  const rows = overview.partitions.flatMap(({ partition, groups }) =>
    groups.map((group) => ({ partition, ...group })),
  );
  const most = Math.max(1, ...rows.map(({ entries }) => entries ?? 0));
  return (
    <Table
      isPanel
      caption={en.operator.partitions}
      empty={en.operator.none}
      rows={rows}
      keyOf={({ partition, group }) => `${partition} ${group}`}
      columns={[
        { head: en.operator.partition, cell: ({ partition, group }) => `${partition} ${group}` },
        {
          head: en.operator.partitions,
          cell: ({ entries }) => (
            <div className="bar" aria-hidden="true">
              <span style={{ inlineSize: `${((entries ?? 0) / most) * 100}%` }} />
            </div>
          ),
        },
        {
          head: en.operator.figures,
          cell: ({ entries, oldestSeconds }) =>
            `${en.operator.entries(entries === null ? en.operator.unknown : count(entries))} · ${en.operator.oldest(rate(oldestSeconds))}`,
        },
        {
          head: en.operator.readBy,
          cell: ({ replica }) =>
            replica === null ? (
              <span className="warn">{en.operator.nobody}</span>
            ) : (
              <span title={replica}>{readerOf(overview, replica)}</span>
            ),
        },
      ]}
    />
  );
}

/** Sockets are counted, all others are rates. */
function figureText(value: number): string {
  return Number.isInteger(value) ? count(value) : rate(value);
}
