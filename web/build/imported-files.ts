import type { Rolldown } from 'vite';

/** Returns a file with all its imports, and their style sheets. */
export function findImportedFiles(
  bundle: Rolldown.OutputBundle,
  fileName: string,
  reached = new Set<string>(),
): Set<string> {
  const chunk = bundle[fileName];
  if (reached.has(fileName) || chunk?.type !== 'chunk') return reached;
  reached.add(fileName);
  for (const style of chunk.viteMetadata?.importedCss ?? []) reached.add(style);
  for (const imported of chunk.imports) findImportedFiles(bundle, imported, reached);
  return reached;
}

/**
 * Returns the names of the files whose first module matches, or which contain a matching module without its own
 * file.
 */
export function findEntries(bundle: Rolldown.OutputBundle, subject: RegExp): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const ownFiles = chunks.filter(({ facadeModuleId }) => subject.test(facadeModuleId ?? ''));
  const files =
    ownFiles.length > 0
      ? ownFiles
      : chunks.filter(({ moduleIds }) => moduleIds.some((id) => subject.test(id)));
  return files.map(({ fileName }) => fileName);
}

/** Checks that no page imports the file that starts another page, which would start it, too. */
export function expectNoPageStartsAnother(bundle: Rolldown.OutputBundle): void {
  const chunkOf = (name: string) => {
    const chunk = bundle[name];
    return chunk?.type === 'chunk' ? chunk : undefined;
  };
  for (const page of Object.values(bundle)) {
    if (page.type !== 'chunk' || !page.isEntry) continue;
    const reached = new Set([page.fileName]);
    for (const name of reached) {
      const { imports = [], dynamicImports = [] } = chunkOf(name) ?? {};
      for (const other of [...imports, ...dynamicImports]) {
        if (chunkOf(other)?.isEntry && other !== page.fileName)
          throw new Error(
            `The page ${page.name} would load the page ${chunkOf(other)?.name}, because of ${name}`,
          );
        reached.add(other);
      }
    }
  }
}
