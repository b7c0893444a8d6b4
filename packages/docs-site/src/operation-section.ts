import { escapeText, renderLine, renderText } from "./markdown.ts";
import { exampleRequest } from "./example-request.ts";
import {
  type BodiesByType,
  schemaNameOf,
  type DocumentedOperation,
  resolved,
  type Shared,
} from "./open-api.ts";
import { shapeOf } from "./shape.ts";

/** Formats an operation: its path, access, parameters, an example, body, answers and errors. */
export function operationSection(
  { method, path, operation }: { method: string; path: string; operation: DocumentedOperation },
  shared: Shared,
): string {
  const { operationId: id, summary, description, requestBody } = operation;
  return `<section>
<h2 id="${id}">${escapeText(summary)} <a class="anchor" href="#${id}" aria-label="Link to “${escapeText(summary)}”">#</a></h2>
<p class="endpoint"><code class="method">${method}</code> <code>${escapeText(path)}</code></p>
${renderText(description ?? "")}
<p>Access: ${accessOf(operation, shared)}.</p>
${parametersTable(operation, shared)}
<h3>Example</h3>
<pre tabindex="0"><code>${escapeText(exampleRequest({ method, path, operation }, shared))}</code></pre>
${requestBody === undefined ? "" : `<h3>Body</h3>\n${bodies(requestBody.content, shared)}`}
<h3>Answers</h3>
${answers(operation, shared)}
</section>`;
}

function accessOf({ security }: DocumentedOperation, { accessName }: Shared): string {
  const ways = [
    ...new Set((security ?? []).map((way) => Object.keys(way).map(accessName).join(" and "))),
  ];
  return ways.length === 0 || ways.includes("") ? "everybody" : ways.join(" or ");
}

function parametersTable({ parameters = [] }: DocumentedOperation, shared: Shared): string {
  if (parameters.length === 0) return "";
  const rows = parameters.map((given) => {
    const { name, in: position, required, description, schema } = resolved(given, shared);
    return `<tr><td><code>${escapeText(name)}</code>${required === true ? " <em>required</em>" : ""}</td>
<td>${position}</td><td><code>${shapeOf(schema, shared.schemas)}</code></td><td>${renderLine(description ?? "")}</td></tr>`;
  });
  return `<h3>Parameters</h3>
<div class="table-scroll" tabindex="0"><table>
<thead><tr><th>Name</th><th>In</th><th>Type</th><th>Meaning</th></tr></thead>
<tbody>${rows.join("\n")}</tbody>
</table></div>`;
}

function answers({ responses }: DocumentedOperation, shared: Shared): string {
  const rows = Object.entries(responses).map(([status, given]) => {
    const { description, content } = given.$ref
      ? (shared.components.responses[schemaNameOf(given.$ref)] ?? given)
      : given;
    const isError = Number(status) >= 400;
    const body = isError
      ? `<p><a href="${shared.schemas}#Problem">Problem</a></p>`
      : bodies(content ?? {}, shared);
    return `<tr><td><code>${status}</code></td><td>${renderLine(description)}${body}</td></tr>`;
  });
  return `<div class="table-scroll" tabindex="0"><table>
<thead><tr><th>Status</th><th>Answer</th></tr></thead>
<tbody>${rows.join("\n")}</tbody>
</table></div>`;
}

function bodies(content: BodiesByType, { schemas }: Shared): string {
  return Object.entries(content)
    .map(([type, { schema }]) => {
      const shape =
        schema === undefined
          ? ""
          : `<pre tabindex="0"><code>${shapeOf(schema, schemas)}</code></pre>`;
      return `<p><code>${escapeText(type)}</code></p>${shape}`;
    })
    .join("\n");
}
