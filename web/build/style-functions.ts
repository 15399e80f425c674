/**
 * Ant Design's components contain functions that generate their styles at run time. The portal loads those
 * styles from a sheet (`antd-styles.ts`, docs/decisions/0087), so they are never called, which a bundler
 * cannot detect.
 */
import type { ESTree } from 'vite';

/**
 * Functions that register the styles of a component: they take its name, the function that makes the styles,
 * and the variables, which stay in use.
 */
const registeringFunctions = new Set(['genStyleHooks', 'genSubStyleComponent', 'genComponentStyleHook']);

export type Node = { type: string; start: number; end: number } & Record<string, unknown>;

/** Returns the module with empty functions in place of those that make styles; undefined if it has none. */
export function emptyStyleFunctions(code: string, program: ESTree.Program): string | undefined {
  const styleFunctions: Node[] = [];
  visit(program, (node) => {
    if (node.type !== 'CallExpression') return;
    const { callee, arguments: args } = node as unknown as { callee: Node; arguments: Node[] };
    const styleFunction = args[1];
    if (callee.type === 'Identifier' && registeringFunctions.has(String(callee.name)) && styleFunction)
      styleFunctions.push(styleFunction);
  });
  if (styleFunctions.length === 0) return undefined;
  let changed = code;
  for (const { start, end } of styleFunctions.sort((a, b) => b.start - a.start)) {
    changed = `${changed.slice(0, start)}() => []${changed.slice(end)}`;
  }
  return changed;
}

/** Calls `check` for every node of a program. */
export function visit(value: unknown, check: (node: Node) => void): void {
  if (Array.isArray(value)) for (const entry of value) visit(entry, check);
  else if (value !== null && typeof value === 'object') {
    if ('type' in value && 'start' in value) check(value as Node);
    for (const child of Object.values(value)) visit(child, check);
  }
}
