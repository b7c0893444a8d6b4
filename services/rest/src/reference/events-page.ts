import escapeHtml from "escape-html";
import { textHtml } from "./html.ts";
import { shapeOf } from "./shape.ts";

type Part = Readonly<Record<string, unknown>>;

interface EventDescription {
  readonly name: string;
  readonly summary: string;
  readonly payload: Part;
}

/** Makes the page of the realtime events and their payloads from an AsyncAPI document. */
export function eventsPage(asyncApi: Part): string {
  const { info, components } = asyncApi as {
    info: { version: string; description: string };
    components: {
      messages: Readonly<Record<string, EventDescription>>;
      schemas: Readonly<Record<string, Part>>;
    };
  };
  const messages = Object.entries(components.messages);
  const sent = messages.filter(([key]) => key.startsWith("send"));
  const received = messages.filter(([key]) => key.startsWith("receive"));
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Jetwire: realtime reference</title>
    <link rel="icon" href="/v1/reference/favicon-32x32.png" />
    <style>${style}</style>
  </head>
  <body>
    <nav><a href="/v1/reference/">REST</a> · Realtime events · <a href="/v1/openapi.json">openapi.json</a> ·
      <a href="/v1/asyncapi.json">asyncapi.json</a></nav>
    <h1>Realtime events</h1>
    <p>Version ${escapeHtml(info.version)}. ${textHtml(info.description)}</p>
    <h2>Sent by the server</h2>
    ${sent.map(eventSection).join("\n")}
    <h2>Sent by clients</h2>
    ${received.map(eventSection).join("\n")}
    <h2>Schemas</h2>
    ${Object.entries(components.schemas).map(schemaSection).join("\n")}
  </body>
</html>
`;
}

function eventSection([key, { name, summary, payload }]: [string, EventDescription]): string {
  return `<section id="${escapeHtml(key)}">
      <h3><a href="#${escapeHtml(key)}"><code>${escapeHtml(name)}</code></a></h3>
      <p>${textHtml(summary)}.</p>
      <pre>${shapeOf(payload)}</pre>
    </section>`;
}

function schemaSection([name, schema]: [string, Part]): string {
  return `<section id="${escapeHtml(name)}">
      <h3><a href="#${escapeHtml(name)}">${escapeHtml(name)}</a></h3>
      <pre>${shapeOf(schema)}</pre>
    </section>`;
}

const style = `
  :root { color-scheme: light dark; }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 56rem; margin: 0 auto; padding: 12px 20px 4rem; }
  pre { padding: 10px 14px; overflow-x: auto; border-radius: 6px; background: color-mix(in srgb, currentColor 8%, transparent); }
  h3 { margin: 1.6em 0 0; font-size: 1.05rem; }
  h3 a { color: inherit; text-decoration: none; }
  section p { margin: 0.2em 0; }
  p code { padding: 0 0.25em; border-radius: 4px; background: color-mix(in srgb, currentColor 8%, transparent); }
  .note { opacity: 0.7; }
  @media (max-width: 40rem) { pre { white-space: pre-wrap; overflow-wrap: anywhere; } }
`;
