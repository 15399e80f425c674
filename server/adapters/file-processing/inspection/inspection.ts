import type { Danger } from '#domain/uploads/danger.ts';
import type { FileKind } from '#domain/uploads/file-kind.ts';

/** Result of the inspection of a file's content. */
export interface Inspection {
  kind: FileKind;
  /** Why it is refused; undefined when nothing speaks against it. */
  danger: Danger | undefined;
}

/** Thrown inside an inspection where the danger is found deep in a file. */
export class DangerFound extends Error {
  readonly danger: Danger;

  constructor(danger: Danger) {
    super(danger);
    this.danger = danger;
  }
}
