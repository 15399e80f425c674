/**
 * The last change of each field of an order's form. It is kept beside the content, so that a submission that
 * was typed upon an older content is compared field by field (docs/decisions/0201).
 */

/** One action with the fields that it changed and no later action has changed again. */
export interface ContentChange {
  /** The order's version after the action. */
  version: number;
  /** ISO text. */
  at: string;
  /** Name of the person who acted. */
  by: string;
  fields: readonly string[];
}

/**
 * Adds a change; a field is in the newest change alone, so that the list never has more entries than the form
 * has fields.
 */
export function withChange(changes: readonly ContentChange[], change: ContentChange): ContentChange[] {
  const changed = new Set(change.fields);
  const before = changes.flatMap((each) => {
    const fields = each.fields.filter((field) => !changed.has(field));
    return fields.length > 0 ? [{ ...each, fields }] : [];
  });
  return [...before, change];
}

/** Returns the last change of each field, by its id. */
export function lastChanges(changes: readonly ContentChange[]): ReadonlyMap<string, ContentChange> {
  return new Map(changes.flatMap((change) => change.fields.map((id) => [id, change] as const)));
}

/** Returns the version that a page of the content is opened on; 0 while no action has changed what it began with. */
export function contentVersionOf(changes: readonly ContentChange[]): number {
  return Math.max(0, ...changes.map(({ version }) => version));
}

/** Returns the content's version at a moment. */
export function contentVersionAt(changes: readonly ContentChange[], at: string): number {
  return contentVersionOf(changes.filter((change) => Date.parse(change.at) <= Date.parse(at)));
}
