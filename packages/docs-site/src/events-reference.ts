import { asyncApiDocument } from "@jetwire/protocol";
import { renderLine, renderText } from "./markdown.ts";
import { type Schema, shapeOf } from "./shape.ts";
import type { PageContent } from "./write-page.ts";

interface EventDescription {
  readonly name: string;
  readonly summary: string;
  readonly payload: Schema;
}

interface Document {
  readonly info: { readonly version: string; readonly description: string };
  readonly components: {
    readonly messages: Readonly<Record<string, EventDescription>>;
    readonly schemas: Readonly<Record<string, Schema>>;
  };
}

type Section = Pick<PageContent, "html" | "headings">;

/** Makes the page of the realtime events and their payloads from the AsyncAPI document. */
export function eventsPage(version: string): PageContent {
  const document: unknown = asyncApiDocument({ version, url: undefined });
  const { info, components } = document as Document;
  const messages = Object.entries(components.messages);
  const parts = [
    ["sent", "Sent by the server", messages.filter(([key]) => key.startsWith("send"))],
    ["received", "Sent by clients", messages.filter(([key]) => key.startsWith("receive"))],
  ] as const;
  const sections = [
    ...parts.map(([id, title, events]) => part(id, title, events.map(eventSection))),
    part("schemas", "Schemas", Object.entries(components.schemas).map(schemaSection)),
  ];
  return {
    path: "/docs/reference/events",
    title: "Realtime events",
    description: "All events of the Socket.IO interface with their payloads.",
    headings: sections.flatMap(({ headings }) => headings),
    html: `<h1>Realtime events</h1>
${renderText(info.description)}
<p>The <a href="/v1/asyncapi.json">AsyncAPI document</a> has the same for programs. The guide to
<a href="/docs/clients/javascript">JavaScript</a> shows how to connect and to resume.</p>
${sections.map(({ html }) => html).join("\n")}`,
  };
}

function part(id: string, title: string, sections: readonly Section[]): Section {
  return {
    headings: [{ level: 2, id, text: title }, ...sections.flatMap(({ headings }) => headings)],
    html: `<h2 id="${id}">${title}</h2>\n${sections.map(({ html }) => html).join("\n")}`,
  };
}

function eventSection([id, { name, summary, payload }]: [string, EventDescription]): Section {
  return {
    headings: [{ level: 3, id, text: name }],
    html: `<h3 id="${id}"><code>${name}</code> <a class="anchor" href="#${id}" aria-label="Link to ${name}">#</a></h3>
<p>${renderLine(summary)}</p>
<pre tabindex="0"><code>${shapeOf(payload, "")}</code></pre>`,
  };
}

/** Formats a schema under its name. */
export function schemaSection([name, schema]: [string, Schema]): Section {
  return {
    headings: [{ level: 3, id: name, text: name }],
    html: `<h3 id="${name}">${name} <a class="anchor" href="#${name}" aria-label="Link to ${name}">#</a></h3>
<pre tabindex="0"><code>${shapeOf(schema, "")}</code></pre>`,
  };
}
