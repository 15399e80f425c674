import type { Problem } from '../refusals/refusals.ts';
import type { CompiledField, CompiledForm } from './compiled-form.ts';
import type { DirectoryEntries } from './kinds/kind.ts';
import type { FormValues } from './model.ts';
import { mapValues, visitValues } from './nested-values.ts';

/**
 * Returns the name of an entry of the office's directory by its key, such as `org:330127-zjj`; undefined if there
 * is none, or if it is a person who has left, so that it cannot be chosen any more.
 */
export type DirectoryName = (key: string) => string | undefined;

/** Returns the submission with the office's own names of all organisations, people and roles. */
export function withOfficialNames(
  { fields }: Pick<CompiledForm, 'fields'>,
  submitted: FormValues,
  nameOf: DirectoryName,
): FormValues {
  return mapValues(fields, submitted, ({ kind: { directory } }, value) => {
    if (!directory || !Array.isArray(value)) return value;
    return value.map((entry) => {
      const key = directory.keyOf(entry);
      const name = key === undefined ? undefined : nameOf(key);
      return name === undefined ? entry : directory.withName(entry, name);
    });
  });
}

/**
 * Returns a problem for each field with an unknown entry; one that was in the same field before is accepted,
 * because it may have been removed since.
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

function entriesIn(fields: readonly CompiledField[], content: FormValues): DirectoryPlace[] {
  const places: DirectoryPlace[] = [];
  visitValues(fields, content, (field, value, path) => {
    const { directory } = field.kind;
    if (directory && Array.isArray(value)) places.push({ field, path, directory, entries: value });
  });
  return places;
}
