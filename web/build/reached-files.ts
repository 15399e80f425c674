import type { Rolldown } from 'vite';

/** Returns a file with all its imports, and their style sheets. */
export function findReachedFiles(
  bundle: Rolldown.OutputBundle,
  fileName: string,
  reached = new Set<string>(),
): Set<string> {
  const chunk = bundle[fileName];
  if (reached.has(fileName) || chunk?.type !== 'chunk') return reached;
  reached.add(fileName);
  for (const style of chunk.viteMetadata?.importedCss ?? []) reached.add(style);
  for (const imported of chunk.imports) findReachedFiles(bundle, imported, reached);
  return reached;
}

/** Returns the names of the files whose first module matches. */
export function findEntries(bundle: Rolldown.OutputBundle, subject: RegExp): string[] {
  return Object.values(bundle).flatMap((file) =>
    file.type === 'chunk' && subject.test(file.facadeModuleId ?? '') ? [file.fileName] : [],
  );
}
