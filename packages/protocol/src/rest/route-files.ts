import { z } from "zod";
import { Instant } from "../message/message.ts";

/** The version of the columns and tables of the files; readers refuse another one. */
export const routeFilesFormat = 1;

/** The names of the files under `routeFilesPath`. */
const routeFileNames = ["routes.csv", "routes.sqlite"] as const;
export type RouteFileName = (typeof routeFileNames)[number];

export const routeFilesPath = "/v1/routes/files";
export const routeManifestName = "manifest.json";

const RouteFile = z.object({
  name: z.enum(routeFileNames),
  bytes: z.int().positive().max(1_000_000_000),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type RouteFile = z.infer<typeof RouteFile>;

/** Describes the files of usual routes that are made once a day. */
export const RouteFilesManifest = z.object({
  format: z.int().positive().describe("Version of the columns and tables of the files."),
  madeAt: Instant,
  routes: z.int().positive().describe("Routes in each file."),
  licence: z
    .string()
    .nullable()
    .describe("The terms under which the operator gives the routes out; `null` if there are none."),
  files: z.array(RouteFile).max(8),
});
export type RouteFilesManifest = z.infer<typeof RouteFilesManifest>;
