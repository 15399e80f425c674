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
}

/**
 * Adds a change; each field is only in its newest change, so that the list never has more entries than the
 * form has fields.
 */
export function withChange(changes: readonly ContentChange[], change: ContentChange): ContentChange[] {
  const changed = new Set(change.fields);
  const before = changes.flatMap((entry) => {
    const fields = entry.fields.filter((field) => !changed.has(field));
    return fields.length > 0 ? [{ ...entry, fields }] : [];
  });
  return [...before, change];
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
