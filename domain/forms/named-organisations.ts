import type { Problem } from '../refusals/refusals.ts';
import type { CompiledField, CompiledForm } from './compiled-form.ts';
import type { DirectoryEntries } from './kinds/kind.ts';
import type { FormValues } from './model.ts';

/**
 * Returns the name of an entry of the office's directory by its key, such as `org:330127-zjj`; undefined if there is none,
 * or if it is a person who has left, so that it cannot be chosen any more.
 */
export type DirectoryName = (key: string) => string | undefined;

/** Returns the submission with the office's own names of all organisations, people and roles. */
export function withOfficialNames(
  { fields }: Pick<CompiledForm, 'fields'>,
  submitted: FormValues,
  nameOf: DirectoryName,
): FormValues {
  const changed: Record<string, unknown> = { ...submitted };
  for (const field of fields) {
    const value = Object.hasOwn(submitted, field.id) ? submitted[field.id] : undefined;
    if (!Array.isArray(value)) continue;
    const { directory } = field.kind;
    if (directory) {
      changed[field.id] = value.map((entry) => {
        const key = directory.keyOf(entry);
        const name = key === undefined ? undefined : nameOf(key);
        return name === undefined ? entry : directory.withName(entry, name);
      });
    } else if (field.columns.length > 0) {
      changed[field.id] = value.map((row) =>
        isRow(row) ? withOfficialNames({ fields: field.columns }, row, nameOf) : row,
      );
    }
  }
  return changed;
}

/**
 * Returns a problem for each field with an unknown entry; one that was in the same field before is accepted, because it
 * may have been removed since.
 */
export function checkOrganisations(
  { fields }: Pick<CompiledForm, 'fields'>,
  content: FormValues,
  stored: FormValues,
  nameOf: DirectoryName,
): Problem[] {
  const before = new Map(
    entriesIn(fields, stored).map(({ field, directory, entries }) => [
      field.path,
      entries.map((entry) => directory.keyOf(entry)),
    ]),
  );
  return entriesIn(fields, content).flatMap(({ field, path, directory, entries }) =>
    entries.flatMap((entry) => {
      const key = directory.keyOf(entry);
      if (key === undefined || nameOf(key) !== undefined || before.get(field.path)?.includes(key)) return [];
      return [{ field: path, message: `没有${directory.word}“${directory.nameOf(entry)}”，请重新选择` }];
    }),
  );
}

interface DirectoryPlace {
  field: CompiledField;
  path: string;
  directory: DirectoryEntries;
  entries: readonly unknown[];
}

function entriesIn(fields: readonly CompiledField[], content: FormValues, prefix = ''): DirectoryPlace[] {
  return fields.flatMap((field) => {
    const value = Object.hasOwn(content, field.id) ? content[field.id] : undefined;
    if (!Array.isArray(value)) return [];
    const path = prefix + field.id;
    const { directory } = field.kind;
    if (directory) return [{ field, path, directory, entries: value }];
    return value.flatMap((row, number) =>
      isRow(row) ? entriesIn(field.columns, row, `${path}[${number}].`) : [],
    );
  });
}

function isRow(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
