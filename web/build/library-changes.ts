type Change = readonly [original: string, replacement: string];

/** Changes of library files, by a pattern of their paths. */
export type LibraryChanges = ReadonlyMap<RegExp, readonly Change[]>;

/** Returns the file with its changes applied; throws if a text to be changed is no longer there. */
export function changeLibraryFile(changes: LibraryChanges, file: string, code: string): string {
  const [, ownChanges = []] = [...changes].find(([pattern]) => pattern.test(file)) ?? [];
  let changed = code;
  for (const [original, replacement] of ownChanges) {
    if (!changed.includes(original)) throw new Error(`${file} no longer contains ${original}`);
    changed = changed.replaceAll(original, () => replacement);
  }
  return changed;
}
