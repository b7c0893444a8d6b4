import type { UndecodedLayout } from "@jetwire/protocol";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { PageTitle } from "../app/page-title.tsx";
import { useUnlessLeft } from "../app/use-unless-left.ts";
import { useRest } from "../data/rest/use-rest.ts";
import "../entity/entity.css";
import { TextFilter } from "../entity/text-filter.tsx";
import { type Column, Table } from "../table/table.tsx";
import { en } from "../text/en.ts";
import { count } from "../text/numbers.ts";
import { UntrustedText } from "../text/untrusted-text.tsx";
import { QueryState } from "../ui/query-state/query-state.tsx";

const route = getRouteApi("/undecoded");
const names = en.undecoded;
const filterNames = ["label", "airline", "layout"] as const;
const filterLabels = { label: names.label, airline: names.airline, layout: names.layout };
const sampleChars = 100;

const columns: readonly Column<UndecodedLayout>[] = [
  {
    head: names.label,
    className: "mono nowrap",
    cell: ({ label }) =>
      label !== null && (
        <Link to="/search" search={{ label, decoded: "none" }} title={names.find}>
          <UntrustedText text={label} />
        </Link>
      ),
  },
  {
    head: names.layout,
    hint: names.layoutHint,
    className: "mono break",
    cell: ({ layout }) => (layout === null ? names.others : <UntrustedText text={layout} />),
  },
  {
    head: names.messages,
    isNumber: true,
    cell: ({ messages }) => count(messages),
  },
  {
    head: names.airlines,
    isWideOnly: true,
    className: "nowrap",
    cell: ({ airline, airlines }) =>
      airline !== null && (
        <>
          <Link to="/airlines/$code" params={{ code: airline }}>
            <UntrustedText text={airline} />
          </Link>
          {airlines > 1 && <span className="quiet"> {names.more(airlines - 1)}</span>}
        </>
      ),
  },
  {
    head: names.sample,
    isWideOnly: true,
    className: "mono break",
    cell: ({ samples: [sample] }) =>
      sample !== undefined && (
        <Link to="/messages/$id" params={{ id: sample.id }}>
          <UntrustedText text={sample.text.slice(0, sampleChars)} />
        </Link>
      ),
  },
];

/** The texts that nothing reads yet, by label and layout: the most frequent first. */
export function UndecodedPage(): ReactNode {
  const search = route.useSearch();
  const navigate = useUnlessLeft(route.useNavigate());
  const given = filterNames.flatMap((name) => {
    const value = search[name]?.trim();
    return value ? [[name, value] as const] : [];
  });
  const filters = Object.fromEntries(given);
  const query = useRest(
    ["undecoded", filters],
    async (rest, signal) => await rest.readUndecoded(filters, { signal }),
    { keepsFormer: true },
  );
  function change(name: string, value: string | undefined): void {
    void navigate({ search: (all) => ({ ...all, [name]: value }), replace: true });
  }
  return (
    <div className="page">
      <div className="page-head">
        <PageTitle text={names.title} />
        <div className="page-filters">
          {filterNames.map((name) => (
            <TextFilter
              key={name}
              label={filterLabels[name]}
              value={search[name] ?? ""}
              onChange={(value) => change(name, value)}
            />
          ))}
        </div>
      </div>
      <div className="page-body">
        <p className="quiet">{names.about}</p>
        <QueryState query={query} lines={12}>
          {({ messages, layouts }) => (
            <>
              <p className="quiet small">{names.counted(messages, layouts.length)}</p>
              <Table
                caption={names.title}
                rows={layouts}
                columns={columns}
                keyOf={(row) => `${row.label} ${row.layout}`}
                empty={names.empty}
                isPanel
              />
            </>
          )}
        </QueryState>
      </div>
    </div>
  );
}
