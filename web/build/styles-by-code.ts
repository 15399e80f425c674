import type { ESTree } from 'vite';
import { type Node, visit } from './style-functions.ts';

/**
 * Returns the module of a library with `element.style.cssText = …` where it says `element.setAttribute('style', …)`, which does the
 * same but for the content policy: it refuses the second. Undefined when the module says it nowhere.
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
