import { openApiDocument } from "@jetwire/protocol";
import { operationSection } from "./operation-section.ts";
import { escapeText, type Heading, renderText } from "./markdown.ts";
import { schemaSection } from "./events-reference.ts";
import type { DocumentedOperation, Parameter, Response } from "./open-api.ts";
import type { Schema } from "./shape.ts";
import type { PageContent } from "./write-page.ts";

interface Document {
  readonly info: { readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly securitySchemes: Readonly<Record<string, { readonly description: string }>>;
  };
}

interface Listed {
  readonly method: string;
  readonly path: string;
  readonly operation: DocumentedOperation;
}

const folder = "/docs/reference/rest/";
const openApi = '<p>Programs read the same as <a href="/v1/openapi.json">OpenAPI document</a>.</p>';

/** Makes the pages of the REST interface from the OpenAPI document: one for each tag, schemas, and a list. */
export function restPages(version: string): readonly PageContent[] {
  const source: unknown = openApiDocument({ version });
  const document = source as Document;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Listed => {
      return { method: method.toUpperCase(), path, operation };
    }),
  );
  const tags = document.tags.map(({ name }) => ({
    name,
    path: folder + name.replaceAll(" ", "-"),
    operations: operations.filter(({ operation }) => operation.tags.includes(name)),
  }));
  return [
    listPage(document, tags),
    ...tags.map((tag) => tagPage(tag, document)),
    schemasPage(document.components.schemas),
  ];
}

interface Tag {
  readonly name: string;
  readonly path: string;
  readonly operations: readonly Listed[];
}

function listPage({ info, components }: Document, tags: readonly Tag[]): PageContent {
  const access = Object.entries(components.securitySchemes).map(
    ([name, { description }]) => `<dt>${accessName(name)}</dt><dd>${renderText(description)}</dd>`,
  );
  const headings: Heading[] = [
    { level: 2, id: "access", text: "Access" },
    ...tags.map(({ name }) => ({ level: 2, id: idOf(name), text: titleOf(name) })),
  ];
  return {
    path: folder,
    title: "REST",
    description: "All endpoints of the REST interface.",
    headings,
    html: `<h1>REST</h1>
${renderText(info.description)}
${openApi}
<h2 id="access">Access</h2>
<dl>${access.join("\n")}</dl>
${tags.map(tagList).join("\n")}`,
  };
}

function tagList({ name, path, operations }: Tag): string {
  const rows = operations.map(
    ({ method, path: at, operation }) => `<tr><td><code class="method">${method}</code></td>
<td><a href="${path}#${operation.operationId}"><code>${escapeText(at)}</code></a></td>
<td>${escapeText(operation.summary)}</td></tr>`,
  );
  return `<h2 id="${idOf(name)}"><a href="${path}">${titleOf(name)}</a></h2>
<div class="table-scroll" tabindex="0"><table>
<thead><tr><th>Method</th><th>Path</th><th>Purpose</th></tr></thead>
<tbody>${rows.join("\n")}</tbody>
</table></div>`;
}

function tagPage({ name, path, operations }: Tag, { components }: Document): PageContent {
  const title = titleOf(name);
  return {
    path,
    title,
    description: `Endpoints of the REST interface: ${operations.map(({ operation }) => operation.summary).join(", ")}`,
    headings: operations.map(({ operation }) => ({
      level: 2,
      id: operation.operationId,
      text: operation.summary,
    })),
    html: `<h1>REST: ${title}</h1>
${openApi}
${operations.map((listed) => operationSection(listed, { components, schemas: `${folder}schemas`, accessName })).join("\n")}`,
  };
}

function schemasPage(schemas: Readonly<Record<string, Schema>>): PageContent {
  const sections = Object.entries(schemas).map(schemaSection);
  return {
    path: `${folder}schemas`,
    title: "Schemas",
    description: "Objects that several endpoints of the REST interface share.",
    headings: sections.flatMap(({ headings }) => headings),
    html: `<h1>REST: schemas</h1>
<p>Objects that several endpoints share. A member with <code>?</code> may be missing. <code>Problem</code> is the body of every error.</p>
${sections.map(({ html }) => html).join("\n")}`,
  };
}

/** Returns an id that no document's heading has. */
function idOf(tag: string): string {
  return `endpoints-${tag.replaceAll(" ", "-")}`;
}

function titleOf(tag: string): string {
  return tag.charAt(0).toUpperCase() + tag.slice(1);
}

function accessName(scheme: string): string {
  return (
    { apiKey: "API key", apiKeyHeader: "API key", session: "session", cookie: "cookie" }[scheme] ??
    scheme
  );
}
