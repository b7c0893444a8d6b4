import type { HtmlTagDescriptor, Plugin, Rolldown } from "vite";

type Chunk = Rolldown.OutputChunk;

/**
 * Lets browsers fetch a chunk that is imported dynamically, with what it imports, beside the first script and after it
 * in priority.
 *
 * @param source the path of the imported module, from the root of the package
 * @throws Error while the page is built, if no chunk begins with the module
 */
export function preloadChunk(source: string): Plugin {
  return {
    name: "preload-chunk",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((output) => output.type === "chunk");
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${source}`));
        if (chunk === undefined) throw new Error(`no chunk begins with ${source}`);
        return [...withImports(chunk, chunks)]
          .filter(({ fileName }) => !html.includes(fileName))
          .map(({ fileName }) => preload(fileName));
      },
    },
  };
}

function withImports(chunk: Chunk, chunks: readonly Chunk[]): Set<Chunk> {
  const found = new Set([chunk]);
  for (const { imports } of found) {
    for (const one of chunks) if (imports.includes(one.fileName)) found.add(one);
  }
  return found;
}

function preload(fileName: string): HtmlTagDescriptor {
  const href = `/${fileName}`;
  const attrs = { rel: "modulepreload", crossorigin: true, href, fetchpriority: "low" };
  return { tag: "link", attrs, injectTo: "head" };
}
