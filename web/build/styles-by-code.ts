import type { ESTree } from 'vite';
import { type Node, visit } from './style-functions.ts';

/**
 * Returns the module with `element.style.cssText = …` in place of `element.setAttribute('style', …)`, which
 * has the same effect, but is refused by the content policy. Undefined if the module does not contain it.
 */
export function setStylesByCode(code: string, program: ESTree.Program): string | undefined {
  const calls: { call: Node; element: Node; value: Node }[] = [];
  visit(program, (call) => {
    if (call.type !== 'CallExpression') return;
    const { callee, arguments: args } = call as unknown as { callee: Node; arguments: Node[] };
    const { object, property } = callee as unknown as { object?: Node; property?: Node };
    const [name, value] = args;
    if (callee.type !== 'MemberExpression' || property?.name !== 'setAttribute' || name?.value !== 'style')
      return;
    if (object && value) calls.push({ call, element: object, value });
  });
  if (calls.length === 0) return undefined;
  const textOf = ({ start, end }: Node) => code.slice(start, end);
  let changed = code;
  for (const { call, element, value } of calls.sort((a, b) => b.call.start - a.call.start)) {
    const assignment = `((${textOf(element)}).style.cssText = ${textOf(value)})`;
    changed = `${changed.slice(0, call.start)}${assignment}${changed.slice(call.end)}`;
  }
  return changed;
}
