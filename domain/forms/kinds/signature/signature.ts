import { checkFilesOfPlace } from '../../../uploads/upload-rule.ts';
import type { FieldKind } from '../kind.ts';
import { type StoredFile, upload } from '../upload/upload.ts';

/** Limits on the file of the field: one picture in a format that browsers and documents draw. */
export const signatureRule = { accept: ['png', 'jpg', 'jpeg'], maxSizeMb: 5, maxCount: 1 } as const;

/** A hand-written signature, as a list of at most one picture; a changed signature is another file. */
export const signature: FieldKind<readonly StoredFile[]> = {
  ...upload,
  component: 'signature',
  wide: false,
  validate: (value) =>
    checkFilesOfPlace(value, {
      formats: signatureRule.accept,
      maxSize: signatureRule.maxSizeMb,
      unit: 'MB',
      maxCount: signatureRule.maxCount,
    }),
};
