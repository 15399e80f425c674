/**
 * The last change of each field of an order's form, stored with the content, so that a submission based on
 * older content is compared field by field (docs/decisions/0201).
 */

/** One action and the fields that it changed and that no later action has changed. */
export interface ContentChange {
  /** The order's version after the action. */
  version: number;
  /** Time as ISO text. */
  at: string;
  /** Name of the person who acted. */
  by: string;
  fields: readonly string[];
  /** Those of the fields that had a value before, now or at an earlier change; left out if there are none. */
  overwritten?: readonly string[];
}

/**
 * Adds a change; each field is only in its newest change, so that the list never has more entries than the
 * form has fields.
 */
export function withChange(changes: readonly ContentChange[], change: ContentChange): ContentChange[] {
  const changed = new Set(change.fields);
  const before = changes.flatMap((entry) => limitedTo(entry, (field) => !changed.has(field)));
  const overwrittenBefore = changes.flatMap(({ overwritten = [] }) => overwritten);
  const overwritten = change.fields.filter(
    (field) => change.overwritten?.includes(field) || overwrittenBefore.includes(field),
  );
  return [...before, ...limitedTo({ ...change, overwritten }, () => true)];
}

/** Returns the change of some of its fields only; nothing if it changed none of them. */
export function limitedTo(
  change: ContentChange,
  isIncluded: (field: string) => boolean,
): (ContentChange & { fields: string[]; overwritten?: string[] })[] {
  const { overwritten = [], ...rest } = change;
  const fields = change.fields.filter(isIncluded);
  const included = overwritten.filter(isIncluded);
  return fields.length > 0
    ? [{ ...rest, fields, ...(included.length > 0 && { overwritten: included }) }]
    : [];
}

/** Returns the last change of each field, by its id. */
export function lastChanges(changes: readonly ContentChange[]): ReadonlyMap<string, ContentChange> {
  return new Map(changes.flatMap((change) => change.fields.map((id) => [id, change] as const)));
}

/** Returns the version of the content that a page displays; 0 until an action changes the initial content. */
export function contentVersionOf(changes: readonly ContentChange[]): number {
  return Math.max(0, ...changes.map(({ version }) => version));
}

/** Returns the version of the content at a given time. */
export function contentVersionAt(changes: readonly ContentChange[], at: string): number {
  return contentVersionOf(changes.filter((change) => Date.parse(change.at) <= Date.parse(at)));
}
