/**
 * Long work in small pieces: between two of them whoever drives it may do something else, or not. It is a rule like any
 * other, without clock and without waiting.
 */
export type Chunks<Result> = Generator<undefined, Result>;

/** All of it at once, for who has nobody to let in between. */
export function atOnce<Result>(pieces: Chunks<Result>): Result {
  for (;;) {
    const { done, value } = pieces.next();
    if (done) return value;
  }
}
