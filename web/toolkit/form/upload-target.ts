import type { StoredFile } from '#domain/forms/kinds/upload/upload.ts';

/** The target of uploads. */
export interface UploadTarget {
  /** Limits on the files (S2 §5); the server checks them again. */
  rule: { accept?: readonly string[]; maxSizeMb?: number; maxCount?: number };
  /** Returns the current files. */
  currentFiles(): readonly StoredFile[];
  add(file: StoredFile): void;
  setBusy(busy: boolean): void;
}
