import { readdir, readFile } from 'node:fs/promises';
import { join, posix, relative, sep } from 'node:path';

/** Maps each path from the project's root, with slashes, to the text of the file. */
export type SourceTree = ReadonlyMap<string, string>;

export interface Import {
  /** As written in the source. */
  specifier: string;
  /** Path in the tree for imports of our own; undefined for a package. */
  target: string | undefined;
  /** True if only types are imported, so that nothing of it remains when the program runs. */
  typeOnly: boolean;
}

const layers = [
  'domain',
  'contract',
  'server',
  'web',
  'device-agent',
  'e2e',
  'bench',
  'test',
  'scripts',
] as const;

const sourceFile = /\.(ts|tsx|mjs|css)$/;

/** Reads every source file of all folders. */
export async function readSourceTree(root: string): Promise<SourceTree> {
  const tree = new Map<string, string>();
  for (const layer of layers) await readFolder(root, join(root, layer), tree);
  return tree;
}

async function readFolder(root: string, folder: string, tree: Map<string, string>): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await readFolder(root, path, tree);
    else if (sourceFile.test(entry.name)) {
      tree.set(relative(root, path).split(sep).join('/'), await readFile(path, 'utf8'));
    }
  }
}

export function layerOf(path: string): string {
  return path.split('/')[0] ?? '';
}

export function isTest(path: string): boolean {
  return (
    /\.(test|spec)\.(ts|tsx|mjs)$/.test(path) ||
    path.startsWith('test/') ||
    /^web\/(test-\w+|shared-window)\.ts$/.test(path)
  );
}

/** Returns the text without comments, so that they are not mistaken for code. */
export function codeOf(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '$1');
}

const staticImport = /(?:^|[\s;])(?:import|export)\s+(type\s+)?([^'"`;=()]*?\sfrom\s+)?'([^'\n]+)'/g;
const dynamicImport = /\bimport\(\s*'([^'\n]+)'/g;

/** Returns every import and re-export of a file. */
export function importsOf(path: string, text: string): Import[] {
  const code = codeOf(text);
  const imports: Import[] = [];
  for (const [, type, clause, specifier = ''] of code.matchAll(staticImport)) {
    const typeOnly = type !== undefined || importsOnlyTypes(clause ?? '');
    imports.push({ specifier, target: resolveImport(path, specifier), typeOnly });
  }
  for (const [, specifier = ''] of code.matchAll(dynamicImport)) {
    imports.push({ specifier, target: resolveImport(path, specifier), typeOnly: false });
  }
  return imports;
}

function importsOnlyTypes(clause: string): boolean {
  const names = /^\{([^}]*)\}/.exec(clause.trim())?.[1];
  if (names === undefined) return false;
  const importedNames = names.split(',').map((name) => name.trim());
  return importedNames.filter(Boolean).every((name) => name.startsWith('type '));
}

function resolveImport(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.normalize(posix.join(posix.dirname(path), specifier));
  if (specifier.startsWith('#')) return specifier.slice(1);
  return undefined;
}
