import type { ESTree } from 'vite';
import { type Node, visit } from './style-functions.ts';

/**
 * Returns the module with `element.style.cssText = …` in place of `element.setAttribute('style', …)`, which
 * has the same effect, but is refused by the content policy. Undefined if the module does not contain it.
 */
export function setStylesByCode(code: string, program: ESTree.Program): string | undefined {
  const found: { call: Node; element: Node; value: Node }[] = [];
  visit(program, (call) => {
    if (call.type !== 'CallExpression') return;
    const { callee, arguments: given } = call as unknown as { callee: Node; arguments: Node[] };
    const { object, property } = callee as unknown as { object?: Node; property?: Node };
    const [name, value] = given;
    if (callee.type !== 'MemberExpression' || property?.name !== 'setAttribute' || name?.value !== 'style')
      return;
    if (object && value) found.push({ call, element: object, value });
  });
  if (found.length === 0) return undefined;
  const textOf = ({ start, end }: Node) => code.slice(start, end);
  let rest = code;
  for (const { call, element, value } of found.sort((a, b) => b.call.start - a.call.start)) {
    const setting = `((${textOf(element)}).style.cssText = ${textOf(value)})`;
    rest = `${rest.slice(0, call.start)}${setting}${rest.slice(call.end)}`;
  }
  return rest;
}
