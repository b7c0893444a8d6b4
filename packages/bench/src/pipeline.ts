export async function runPipeline(_: unknown): Promise<void> {}
