/**
 * Long work in chunks: between two chunks the caller may do other work. A computation of this type has no
 * clock and does not wait.
 */
export type Chunks<Result> = Generator<undefined, Result>;

/** Runs all chunks at once, for callers without other work in between. */
export function atOnce<Result>(pieces: Chunks<Result>): Result {
  for (;;) {
    const { done, value } = pieces.next();
    if (done) return value;
  }
}
