import type { ContentChange } from './content-changes.ts';
import type { FormValues } from './model.ts';

/** A change of an order's form, with the values before it (docs/decisions/0238). */
export interface StoredChange extends ContentChange {
  /** Values of the fields before it; one that had none is left out. Null if they are not stored. */
  previous: FormValues | null;
}

/** A change with the values before and after it; those of fields that are not known are left out. */
interface ComparedChange<Change extends StoredChange = StoredChange> {
  change: Change;
  before: FormValues;
  after: FormValues;
}

/** Returns the fields of which no stored change is known, as an older release changed them. */
export function unstoredChanges(
  lastChanges: readonly ContentChange[],
  stored: readonly Pick<StoredChange, 'version'>[],
): StoredChange[] {
  const versions = new Set(stored.map(({ version }) => version));
  return lastChanges
    .filter(({ version }) => !versions.has(version))
    .map((change) => ({ ...change, previous: null }));
}

/** Returns the changes, newest first, with the values of their fields before and after each. */
export function compareChanges<Change extends StoredChange>(
  content: FormValues,
  changes: readonly Change[],
): ComparedChange<Change>[] {
  const walk = createWalk(content);
  return newestFirst(changes).map((change) => {
    const after = walk.valuesOf(change.fields);
    walk.undo(change);
    return { change, before: walk.valuesOf(change.fields), after };
  });
}

/** The content of a form as it stood at an earlier version. */
interface EarlierContent {
  content: FormValues;
  /** Fields that were changed since, and whose value of that time is not stored; they are not in the content. */
  unknown: string[];
}

/** Returns the content at a version of the order. */
export function contentAt(
  content: FormValues,
  changes: readonly StoredChange[],
  version: number,
): EarlierContent {
  const walk = createWalk(content);
  for (const change of newestFirst(changes)) if (change.version > version) walk.undo(change);
  return walk.current();
}

function newestFirst<Change extends StoredChange>(changes: readonly Change[]): Change[] {
  return changes.toSorted((one, other) => other.version - one.version);
}

/** Walks back from the current content. */
function createWalk(content: FormValues) {
  const values = new Map(Object.entries(content));
  const unknown = new Set<string>();
  return {
    /** Returns the known values; a field without a value has null. */
    valuesOf: (fields: readonly string[]): FormValues =>
      Object.fromEntries(
        fields.filter((id) => !unknown.has(id)).map((id) => [id, values.get(id) ?? null] as const),
      ),
    undo({ fields, previous }: StoredChange): void {
      for (const id of fields) {
        if (previous === null) unknown.add(id);
        else unknown.delete(id);
        if (previous !== null && Object.hasOwn(previous, id)) values.set(id, previous[id]);
        else values.delete(id);
      }
    },
    current: (): EarlierContent => ({ content: Object.fromEntries(values), unknown: [...unknown] }),
  };
}
