import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Folders in the table of ARCHITECTURE.md, each with the folders that its files may import in addition to
 * their own.
 */
export type ImportTable = ReadonlyMap<string, readonly string[]>;

const row = /^\| `([\w/-]+)\/` \| ([^|]*) \|/gm;

/**
 * Reads the table below the heading `## Folders` of ARCHITECTURE.md, the only place that defines which folder
 * may import which.
 */
export function readImportTable(root: string): ImportTable {
  const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
  const section = text.split(/^## /m).find((part) => part.startsWith('Folders\n')) ?? '';
  const table = new Map<string, string[]>();
  for (const [, folder = '', allowed = ''] of section.matchAll(row))
    table.set(
      folder,
      [...allowed.matchAll(/`([\w/-]+)\/`/g)].map(([, name = '']) => name),
    );
  return table;
}

/** Returns the folder of the table that a file belongs to: the longest prefix of its path. */
export function tableFolderOf(table: ImportTable, path: string): string | undefined {
  return [...table.keys()]
    .filter((folder) => path.startsWith(`${folder}/`))
    .reduce<string | undefined>(
      (longest, folder) => (longest && longest.length > folder.length ? longest : folder),
      undefined,
    );
}

/**
 * Checks whether files of one folder may import a file: one in their own folder, or in a folder that the
 * table allows.
 */
export function mayImport(table: ImportTable, ownFolder: string, target: string): boolean {
  if (tableFolderOf(table, target) === ownFolder) return true;
  return (table.get(ownFolder) ?? []).some((folder) => target.startsWith(`${folder}/`));
}
