import type { Endpoint } from "@jetwire/protocol";
import type { z } from "zod";

/**
 * Makes a step that takes the parameters of a path as an endpoint has them. Invalid ones name nothing: then the step is
 * not run, and the result is null.
 */
export function withParams<Params extends z.ZodType, Result>(
  { params }: Pick<Endpoint<Params>, "params">,
  step: (params: z.output<Params>) => Promise<Result | null>,
): (unparsed: unknown) => Promise<Result | null> {
  return async (unparsed) => {
    const parsed = params.safeParse(unparsed);
    return parsed.success ? await step(parsed.data) : null;
  };
}
