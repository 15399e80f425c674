import type { UnsafeContentKind } from '#domain/uploads/danger.ts';
import type { FileKind } from '#domain/uploads/file-kind.ts';

/** Result of the inspection of a file's content. */
export interface Inspection {
  kind: FileKind;
  /** Reason for refusal; undefined if there is none. */
  danger: UnsafeContentKind | undefined;
}

/** Thrown inside an inspection if a danger is found deep in a file. */
export class UnsafeContentError extends Error {
  readonly danger: UnsafeContentKind;

  constructor(danger: UnsafeContentKind) {
    super(danger);
    this.danger = danger;
  }
}
