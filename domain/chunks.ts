/**
 * A long computation in chunks: the caller may do other work between two chunks. The computation has no clock
 * and does not wait.
 */
export type Chunks<Result> = Generator<undefined, Result>;

/** Runs all chunks without a pause, for callers that have no other work in between. */
export function runAllChunks<Result>(chunks: Chunks<Result>): Result {
  for (;;) {
    const { done, value } = chunks.next();
    if (done) return value;
  }
}
