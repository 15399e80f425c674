import type { StoredFile } from '#domain/forms/kinds/upload/upload.ts';

/** Properties of the dialog that takes files from a phone for a place of a form. */
export interface PhoneUploadProps {
  /** Shown on the phone, so that its user sees what the files are for. */
  place: { form: string; field: string };
  rule: { accept?: readonly string[]; maxSizeMb?: number; maxCount?: number };
  /** Files that stand there already. */
  present: number;
  onFiles(files: readonly StoredFile[]): void;
  onClose(): void;
}
