import type { PartChange } from '#domain/part-change.ts';

const maxRecordedChanges = 50;
const maxRecordedCharacters = 200;

/**
 * Returns the changes that a publication made as a part of the detail of its audit record: a bounded number of them
 * with bounded texts, and the number of the others. The first version of a definition has no changes.
 */
export function recordedChanges(changes: readonly PartChange[]): {
  changes?: { title: string; was: string; now: string }[];
  unlistedChanges?: number;
} {
  if (changes.length === 0) return {};
  const unlistedChanges = changes.length - maxRecordedChanges;
  return {
    changes: changes
      .slice(0, maxRecordedChanges)
      .map(({ part, before, after }) => ({ title: part, was: shortened(before), now: shortened(after) })),
    ...(unlistedChanges > 0 && { unlistedChanges }),
  };
}

/** Returns the text in one line; a long one ends with an ellipsis. */
function shortened(text: string): string {
  const characters = [...text.trim().replaceAll(/\s*\n\s*/g, '；')];
  return characters.length > maxRecordedCharacters
    ? `${characters.slice(0, maxRecordedCharacters).join('')}…`
    : characters.join('');
}
