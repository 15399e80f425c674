import type { Plugin, Rolldown } from 'vite';
import { expectNoPageStartsAnother, findImportedFiles } from './imported-files.ts';

/** For each file, the files that it imports, directly or indirectly: they are loaded before it runs. */
export const importedFiles = new Map<string, ReadonlySet<string>>();

/** Records these imports before the bundler writes the list of files that each lazy part loads in addition. */
export function recordImports(): Plugin {
  return {
    name: 'record-imports',
    apply: 'build',
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        for (const name of Object.keys(bundle)) importedFiles.set(name, findImportedFiles(bundle, name));
        expectNoPageStartsAnother(bundle);
        expectNoImportCycle(bundle);
      },
    },
  };
}

/** Checks that no files import each other: a constant of one would be read before it has a value. */
function expectNoImportCycle(bundle: Rolldown.OutputBundle): void {
  for (const name of Object.keys(bundle)) {
    const chunk = bundle[name];
    if (chunk?.type !== 'chunk') continue;
    const other = chunk.imports.find((imported) => importedFiles.get(imported)?.has(name));
    if (other) throw new Error(`${name} and ${other} import each other: ${chunk.moduleIds.join(', ')}`);
  }
}
