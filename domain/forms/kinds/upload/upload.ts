import { formUploadRule } from '../../../uploads/limits.ts';
import { checkFilesOfPlace } from '../../../uploads/upload-rule.ts';
import type { FieldKind } from '../kind.ts';

/** A stored file; its bytes are found by the id. */
export interface StoredFile {
  id: string;
  name: string;
  /** Size in bytes. */
  size: number;
}

/** Formats and size if the model sets none (S2 §5). */
export const uploadDefaults = { accept: formUploadRule.formats, maxSizeMb: formUploadRule.maxSize } as const;

export const upload: FieldKind<readonly StoredFile[]> = {
  component: 'upload',
  empty: [],
  holdsValue: true,
  wide: true,
  takesOptions: false,
  holdsFiles: true,
  searchable: false,
  usableInCondition: false,
  textual: false,
  maskable: false,
  takesSeveral: () => false,
  normalise(raw) {
    if (raw === null) return [];
    if (!Array.isArray(raw)) return undefined;
    const files: StoredFile[] = [];
    for (const file of raw) {
      if (!isStoredFile(file)) return undefined;
      files.push({ id: file.id, name: file.name, size: file.size });
    }
    return files;
  },
  isEmpty: (value) => value.length === 0,
  validate(value, { props }) {
    return checkFilesOfPlace(value, {
      formats: props.accept ?? uploadDefaults.accept,
      maxSize: props.maxSizeMb ?? uploadDefaults.maxSizeMb,
      unit: 'MB',
      ...(props.maxCount === undefined ? {} : { maxCount: props.maxCount }),
    });
  },
  text: (value) => value.map((file) => file.name).join('、'),
};

function isStoredFile(value: unknown): value is StoredFile {
  if (typeof value !== 'object' || value === null) return false;
  if (!('id' in value) || !('name' in value) || !('size' in value)) return false;
  return (
    typeof value.id === 'string' &&
    value.id !== '' &&
    typeof value.name === 'string' &&
    typeof value.size === 'number' &&
    value.size >= 0
  );
}
