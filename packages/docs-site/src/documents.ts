import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A document of the repository. */
export interface SourceDocument {
  /** Its path in the repository: `docs/clients/curl.md`. */
  readonly source: string;
  /** The path of its page: `/docs/clients/curl`. */
  readonly path: string;
  readonly text: string;
}

/** Lists the documents of the site, with the rule by which a source gets its path. */
const kinds: readonly { readonly sources: string; readonly pathOf: (source: string) => string }[] =
  [
    { sources: "docs/**/*.md", pathOf: (source) => `/${source.replace(/(README)?\.md$/, "")}` },
    {
      sources: "{CONTRIBUTING,SECURITY,CHANGELOG}.md",
      pathOf: (source) => `/docs/project/${source.replace(".md", "").toLowerCase()}`,
    },
    {
      sources: "{services,packages}/*/README.md",
      pathOf: (source) => `/docs/parts/${source.split("/")[1]}`,
    },
    { sources: "infra/README.md", pathOf: () => "/docs/parts/infra" },
    {
      sources: "infra/{launcher,monitoring}/README.md",
      pathOf: (source) => `/docs/parts/${source.split("/")[1]}`,
    },
  ];

/** Reads all documents of the site. */
export function readDocuments(root: string): readonly SourceDocument[] {
  return kinds.flatMap(({ sources, pathOf }) =>
    globSync(sources, { cwd: root, exclude: (path) => path.includes("node_modules") })
      .toSorted()
      .map((source) => ({
        source,
        path: pathOf(source),
        text: readFileSync(join(root, source), "utf8"),
      })),
  );
}
