import { importsOf, isTest, type SourceTree } from './source-tree.ts';

/**
 * Finds rings of files that need each other, even by their types alone: files that must be read together belong
 * together. One ring is shown for each knot of files (a strongly connected component), since a knot may hold thousands.
 */
export function findCycles(tree: SourceTree): string[][] {
  const graph = new Map<string, string[]>();
  for (const [path, text] of tree) {
    if (isTest(path)) continue;
    const needed = importsOf(path, text).flatMap(({ target }) => target ?? []);
    graph.set(
      path,
      needed.filter((target) => tree.has(target)),
    );
  }
  const done = new Set<string>();
  const knotted = new Set<string>();
  const cycles: string[][] = [];
  for (const start of graph.keys()) {
    if (done.has(start)) continue;
    const trail: string[] = [];
    walk(start, trail);
  }
  return cycles;

  function walk(path: string, trail: string[]): void {
    const at = trail.indexOf(path);
    if (at >= 0) {
      const ring = trail.slice(at);
      if (!ring.some((member) => knotted.has(member))) cycles.push([...ring, path]);
      for (const member of ring) knotted.add(member);
      return;
    }
    if (done.has(path)) return;
    trail.push(path);
    for (const next of graph.get(path) ?? []) walk(next, trail);
    trail.pop();
    done.add(path);
  }
}
