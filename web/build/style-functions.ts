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
const registering = new Set(['genStyleHooks', 'genSubStyleComponent', 'genComponentStyleHook']);

export type Node = { type: string; start: number; end: number } & Record<string, unknown>;

/** Returns the module with empty functions in place of those that make styles; undefined if it has none. */
export function withoutStyleFunctions(code: string, program: ESTree.Program): string | undefined {
  const found: Node[] = [];
  visit(program, (node) => {
    if (node.type !== 'CallExpression') return;
    const { callee, arguments: given } = node as unknown as { callee: Node; arguments: Node[] };
    const making = given[1];
    if (callee.type === 'Identifier' && registering.has(String(callee.name)) && making) found.push(making);
  });
  if (found.length === 0) return undefined;
  let rest = code;
  for (const { start, end } of found.sort((a, b) => b.start - a.start)) {
    rest = `${rest.slice(0, start)}() => []${rest.slice(end)}`;
  }
  return rest;
}

/** Calls `look` for every node of a program. */
export function visit(value: unknown, check: (node: Node) => void): void {
  if (Array.isArray(value)) for (const one of value) visit(one, check);
  else if (value !== null && typeof value === 'object') {
    if ('type' in value && 'start' in value) check(value as Node);
    for (const child of Object.values(value)) visit(child, check);
  }
}
