/** A page in the navigation. */
export interface NavigationPage {
  readonly path: string;
  readonly title: string;
  /** Pages below it, which are shown while one of them is open. */
  readonly below: readonly NavigationPage[];
}

/** A group of the navigation. */
export interface NavigationGroup {
  readonly title: string;
  readonly pages: readonly NavigationPage[];
}

interface Group {
  readonly title: string;
  /** Paths in their order. One that ends with `*` is all pages below a folder that are not named. */
  readonly paths: readonly string[];
}

const groups: readonly Group[] = [
  {
    title: "Guides",
    paths: ["/docs/", "/docs/quick-start", "/docs/feeding", "/docs/alerts", "/docs/clients/*"],
  },
  {
    title: "Operations",
    paths: [
      "/docs/operations/",
      "/docs/operations/domain",
      "/docs/operations/sign-in",
      "/docs/operations/backup",
      "/docs/operations/upgrade",
      "/docs/operations/import-messages",
      "/docs/operations/keys",
      "/docs/operations/retention",
      "/docs/operations/moderation",
      "/docs/operations/monitoring",
      "/docs/operations/small-host",
      "/docs/operations/sizing",
      "/docs/operations/*",
      "/docs/runbook/*",
    ],
  },
  {
    title: "Reference",
    paths: [
      "/docs/api",
      "/docs/reference/rest/",
      "/docs/reference/events",
      "/docs/glossary",
      "/docs/privacy",
    ],
  },
  {
    title: "Project",
    paths: [
      "/docs/architecture",
      "/docs/gotchas",
      "/docs/decisions/",
      "/docs/parts/infra",
      "/docs/project/*",
      "/docs/security/*",
      "/docs/*",
    ],
  },
];

/** Folders whose pages are below one page. */
const foldersBelow: Readonly<Record<string, string>> = {
  "/docs/reference/rest/": "/docs/reference/rest/",
  "/docs/decisions/": "/docs/decisions/",
  "/docs/parts/infra": "/docs/parts/",
};

/** Sorts pages into the groups of the navigation. Every page is in it once. */
export function navigationOf(
  pages: readonly Pick<NavigationPage, "path" | "title">[],
): readonly NavigationGroup[] {
  const left = new Map(pages.map((page) => [page.path, page]));
  const extract = (isTaken: (path: string) => boolean) => {
    const taken = [...left.values()].filter(({ path }) => isTaken(path));
    for (const { path } of taken) left.delete(path);
    return taken;
  };
  const named = new Map(
    groups
      .flatMap(({ paths }) => paths)
      .filter((path) => !path.endsWith("*"))
      .flatMap((path) => extract((one) => one === path))
      .map((page) => [page.path, page]),
  );
  const below = new Map(
    Object.entries(foldersBelow).map(([path, folder]) => [
      path,
      extract((one) => one.startsWith(folder)).map((page) => ({ ...page, below: [] })),
    ]),
  );
  return groups.map(({ title, paths }) => ({
    title,
    pages: paths.flatMap((path) => {
      const found = path.endsWith("*")
        ? extract((one) => one.startsWith(path.slice(0, -1)))
        : [named.get(path)].filter((page) => page !== undefined);
      return found.map((page) => ({ ...page, below: below.get(page.path) ?? [] }));
    }),
  }));
}
