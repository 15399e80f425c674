import type { FieldKind } from '../kind.ts';

/** A file that has been stored; its bytes stand behind the id. */
export interface StoredFile {
  id: string;
  name: string;
  /** In bytes. */
  size: number;
}

/** Formats and size that hold where the model names none (S2 §5). */
export const uploadDefaults = {
  accept: ['pdf', 'png', 'jpg', 'jpeg', 'doc', 'docx', 'xls', 'xlsx'],
  maxSizeMb: 20,
} as const;

export const upload: FieldKind<readonly StoredFile[]> = {
  component: 'upload',
  empty: [],
  holdsValue: true,
  wide: true,
  takesOptions: false,
  maskable: false,
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
    const problems: string[] = [];
    if (props.maxCount !== undefined && value.length > props.maxCount) {
      problems.push(`附件数量不得超过${props.maxCount}个！请重新上传`);
    }
    const maxSizeMb = props.maxSizeMb ?? uploadDefaults.maxSizeMb;
    if (value.some((file) => file.size > maxSizeMb * 1024 * 1024)) {
      problems.push(`附件大小不得超过${maxSizeMb}M！请重新上传`);
    }
    const accept = props.accept ?? uploadDefaults.accept;
    if (value.some((file) => !accept.some((extension) => hasExtension(file.name, extension)))) {
      problems.push('格式错误！请重新上传');
    }
    return problems;
  },
  text: (value) => value.map((file) => file.name).join('、'),
};

function hasExtension(name: string, extension: string): boolean {
  return name.toLowerCase().endsWith(`.${extension.toLowerCase()}`);
}

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
