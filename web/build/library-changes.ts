type Change = readonly [theirs: string, ours: string];

/** Changes of library files, by a pattern of their paths. */
export type LibraryChanges = ReadonlyMap<RegExp, readonly Change[]>;

/** Returns the file with its changes applied; throws if a text to be changed is no longer there. */
export function changeLibraryFile(changes: LibraryChanges, file: string, code: string): string {
  const [, ownChanges = []] = [...changes].find(([pattern]) => pattern.test(file)) ?? [];
  let changed = code;
  for (const [theirs, ours] of ownChanges) {
    if (!changed.includes(theirs)) throw new Error(`${file} no longer contains ${theirs}`);
    changed = changed.replaceAll(theirs, () => ours);
  }
  return changed;
}
