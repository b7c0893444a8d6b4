/** Groups lines into batches within limits; a single line may be longer than `bytes`. */
export async function* inBatches(
  lines: AsyncIterable<Buffer>,
  limits: { lines: number; bytes: number },
): AsyncGenerator<Buffer[]> {
  let batch: Buffer[] = [];
  let bytes = 0;
  for await (const line of lines) {
    if (batch.length > 0 && bytes + line.length > limits.bytes) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(line);
    bytes += line.length + 1;
    if (batch.length >= limits.lines) {
      yield batch;
      batch = [];
      bytes = 0;
    }
  }
  if (batch.length > 0) yield batch;
}
