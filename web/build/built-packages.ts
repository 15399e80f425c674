/** Matches the folder of a package within `node_modules`, nested ones included. */
const inPackage = /(?<=[\\/])node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+(?=[\\/])/g;

/**
 * Returns the paths of the packages to which these modules belong, as named in the lock file; sorted, each
 * once.
 */
export function packagesOf(modules: readonly string[]): string[] {
  const paths = modules.flatMap((id) => {
    const last = [...id.matchAll(inPackage)].at(-1);
    if (last === undefined) return [];
    const end = last.index + last[0].length;
    return id.slice(id.search(inPackage), end).replaceAll('\\', '/');
  });
  return [...new Set(paths)].sort();
}
