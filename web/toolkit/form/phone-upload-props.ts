import type { StoredFile } from '#domain/forms/kinds/upload/upload.ts';

/** Properties of the dialog that accepts files from a phone for a field of a form. */
export interface PhoneUploadProps {
  /** Shown on the phone, so that its user sees the purpose of the files. */
  place: { form: string; field: string };
  rule: { accept?: readonly string[]; maxSizeMb?: number; maxCount?: number };
  /** Number of files already there. */
  present: number;
  onFiles(files: readonly StoredFile[]): void;
  onClose(): void;
}
