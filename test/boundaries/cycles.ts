import { importsOf, isTest, type SourceTree } from './source-tree.ts';

type Graph = Map<string, Set<string>>;

/** Returns the imports between the files of the tree that are not tests, types included. */
function importGraph(tree: SourceTree): Graph {
  const graph: Graph = new Map();
  for (const [path, text] of tree) {
    if (isTest(path)) continue;
    const targets = importsOf(path, text).flatMap(({ target }) =>
      target !== undefined && tree.has(target) ? [target] : [],
    );
    graph.set(path, new Set(targets));
  }
  return graph;
}

/**
 * Finds cycles of files that import each other, even if only their types: such files can only be read
 * together. Returns at least one cycle of each strongly connected component and no two with a common file,
 * because a component may contain thousands.
 */
export function findCycles(tree: SourceTree): string[][] {
  return findCyclesIn(importGraph(tree));
}

/**
 * Finds cycles between the direct children (files and folders) of every folder, at every depth. Each is
 * described by its imports, one example for each step.
 */
export function findFolderCycles(tree: SourceTree): string[][] {
  const graphs = new Map<string, Graph>();
  const examples = new Map<string, string>();
  for (const [path, targets] of importGraph(tree))
    for (const target of targets) {
      const from = path.split('/');
      const to = target.split('/');
      const depth = from.findIndex((part, index) => part !== to[index]);
      if (depth < 0) continue;
      const folder = from.slice(0, depth).join('/');
      const child = from.slice(0, depth + 1).join('/');
      const other = to.slice(0, depth + 1).join('/');
      const graph = graphs.get(folder) ?? new Map<string, Set<string>>();
      graphs.set(folder, graph.set(child, (graph.get(child) ?? new Set<string>()).add(other)));
      examples.set(`${child} ${other}`, `${path} imports ${target}`);
    }
  const cycles = [...graphs.values()].flatMap(findCyclesIn);
  return cycles.map((cycle) =>
    cycle.slice(1).map((other, index) => examples.get(`${cycle[index]} ${other}`) ?? ''),
  );
}

function findCyclesIn(graph: Graph): string[][] {
  const done = new Set<string>();
  const membersOfCycles = new Set<string>();
  const cycles: string[][] = [];
  for (const start of graph.keys()) {
    if (done.has(start)) continue;
    walk(start, []);
  }
  return cycles;

  function walk(path: string, stack: string[]): void {
    const index = stack.indexOf(path);
    if (index >= 0) {
      const cycle = stack.slice(index);
      if (!cycle.some((member) => membersOfCycles.has(member))) cycles.push([...cycle, path]);
      for (const member of cycle) membersOfCycles.add(member);
      return;
    }
    if (done.has(path)) return;
    stack.push(path);
    for (const next of graph.get(path) ?? []) walk(next, stack);
    stack.pop();
    done.add(path);
  }
}
