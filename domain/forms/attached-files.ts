import type { Problem } from '../refusals/refusals.ts';
import { picturesIn } from '../texts/rich-text-content.ts';
import { extensionOf } from '../uploads/file-name.ts';
import { editorImageMaxBytes, isEditorImageTooLarge, publicPictureRule } from '../uploads/limits.ts';
import { sizeMessage, uploadMessage } from '../uploads/upload-rule.ts';
import type { CompiledField, CompiledForm } from './compiled-form.ts';
import { fileIdOf, fileItemOf, isLeftOut } from './file-item.ts';
import { pictureLimitOf } from './kinds/rich-text/rich-text.ts';
import type { StoredFile } from './kinds/upload/upload.ts';
import type { FormValues } from './model.ts';
import { mapValues, visitValues } from './nested-values.ts';

/**
 * A file of the person who submits, from the server's own record: `free` belongs to no order yet, `here` to
 * the order that is being handled. Files of other persons are treated as unknown.
 */
export interface KnownFile extends StoredFile {
  usage: 'free' | 'here' | 'elsewhere';
}

export type KnownFiles = ReadonlyMap<string, KnownFile>;

export const attachedFileMessage = {
  /** Missing files, files of others and deleted files get the same message, so that ids reveal nothing. */
  unknown: '附件不存在或已失效，请重新上传',
  elsewhere: '附件已用于其他办件，请重新上传',
} as const;

/** Returns the reason why a person may not attach a file; undefined when they may. */
export function attachmentProblem(file: KnownFile | undefined): string | undefined {
  if (!file) return attachedFileMessage.unknown;
  return file.usage === 'elsewhere' ? attachedFileMessage.elsewhere : undefined;
}

/**
 * Returns the ids of all files in upload fields, also inside others, and of the pictures in rich texts;
 * values of a wrong shape are ignored.
 */
export function fileIdsIn(form: Pick<CompiledForm, 'fields'>, content: FormValues): string[] {
  return [...new Set(uploadsIn(form.fields, content).flatMap(({ items }) => items.map(({ id }) => id)))];
}

/** Returns the content with the files of upload fields as items of the specification (S2 §3). */
export function withFileItems(form: Pick<CompiledForm, 'fields'>, content: FormValues): FormValues {
  return mapUploads(form.fields, content, (_, items) => items.map((item) => fileItemOf(item as StoredFile)));
}

/**
 * Returns the submission with the server's facts about every file, so that number, size and format are
 * checked against real data (S2 §5): a file that was already in the field keeps its stored entry, a file of
 * the person gets name and size of its record, a duplicate is removed. Unknown files stay as sent and are
 * refused by `checkAttachedFiles`.
 */
export function withStoredFileFacts(
  form: Pick<CompiledForm, 'fields'>,
  submitted: FormValues,
  stored: FormValues,
  knownFiles: KnownFiles,
): FormValues {
  const before = storedByField(form, stored);
  return mapUploads(form.fields, submitted, (field, items) => {
    const usedIds = new Set<string>();
    return items.flatMap((item) => {
      if (isLeftOut(item)) return [];
      const id = fileIdOf(item);
      if (id === undefined) return [item];
      if (usedIds.has(id)) return [];
      usedIds.add(id);
      const row = knownFiles.get(id);
      const current = row && { id: row.id, name: row.name, size: row.size };
      return [before.get(field.path)?.get(id) ?? current ?? item];
    });
  });
}

/**
 * Returns the problems of the files that are new in their fields, and the files that the order now takes
 * over.
 */
export function checkAttachedFiles(
  form: Pick<CompiledForm, 'fields'>,
  content: FormValues,
  stored: FormValues,
  knownFiles: KnownFiles,
): { problems: Problem[]; filesToAttach: KnownFile[] } {
  const before = storedByField(form, stored);
  const problems: Problem[] = [];
  const filesToAttach = new Map<string, KnownFile>();
  for (const { field, path, items } of uploadsIn(form.fields, content)) {
    const errors = new Set<string>();
    for (const { id } of items) {
      if (before.get(field.path)?.has(id)) continue;
      const row = knownFiles.get(id);
      const problem = attachmentProblem(row) ?? (row && pictureProblem(field, row));
      if (problem !== undefined) errors.add(problem);
      else if (row?.usage === 'free') filesToAttach.set(id, row);
    }
    for (const message of errors) problems.push({ field: path, message });
  }
  return { problems, filesToAttach: [...filesToAttach.values()] };
}

/** Returns the problem of a picture in a rich text, by the rule of its editor (S2 §5). */
function pictureProblem({ kindName, props }: CompiledField, { name, size }: KnownFile): string | undefined {
  if (kindName !== 'rich-text') return undefined;
  if (!publicPictureRule.formats.includes(extensionOf(name))) return uploadMessage.format;
  const limit = pictureLimitOf(props);
  if (!isEditorImageTooLarge(size, limit)) return undefined;
  return sizeMessage({ maxSize: (limit ?? editorImageMaxBytes) / 1_048_576, unit: 'MB' });
}

interface UploadPlace {
  field: CompiledField;
  /** Path such as `materials` or `staff[2].papers`. */
  path: string;
  items: StoredFile[];
}

function uploadsIn(fields: readonly CompiledField[], content: FormValues): UploadPlace[] {
  const places: UploadPlace[] = [];
  visitValues(fields, content, (field, value, path) => {
    if (typeof value === 'string' && field.kindName === 'rich-text')
      places.push({ field, path, items: picturesIn(value).map((id) => ({ id, name: '', size: 0 })) });
    if (!Array.isArray(value) || !field.kind.holdsFiles) return;
    const items = value.flatMap((item) => {
      const id = isLeftOut(item) ? undefined : fileIdOf(item);
      return id === undefined ? [] : [{ ...(item as StoredFile), id }];
    });
    places.push({ field, path, items });
  });
  return places;
}

function mapUploads(
  fields: readonly CompiledField[],
  content: FormValues,
  change: (field: CompiledField, items: readonly unknown[]) => unknown[],
): FormValues {
  return mapValues(fields, content, (field, value) =>
    Array.isArray(value) && field.kind.holdsFiles ? change(field, value) : value,
  );
}

function storedByField(
  form: Pick<CompiledForm, 'fields'>,
  stored: FormValues,
): Map<string, Map<string, StoredFile>> {
  const byField = new Map<string, Map<string, StoredFile>>();
  for (const { field, items } of uploadsIn(form.fields, stored)) {
    const files = byField.get(field.path) ?? new Map<string, StoredFile>();
    for (const item of items) files.set(item.id, item);
    byField.set(field.path, files);
  }
  return byField;
}
