/**
 * A difference between two versions of a definition, in one part of it; `before` or `after` is empty if the part did not
 * or will not exist.
 */
export interface PartChange {
  part: string;
  before: string;
  after: string;
}
