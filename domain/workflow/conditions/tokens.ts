/** Splits a condition into tokens. */
import { functionNames } from './functions.ts';

export interface ConditionToken {
  kind: 'name' | 'text' | 'number' | 'symbol' | 'end';
  /** The written text; for a text in quotation marks, its content. */
  text: string;
}

/** Reason why a condition cannot be parsed; caught where parsing begins. */
export class UnreadableConditionError extends Error {}

const notFeel = '不是有效的 FEEL 表达式';
export const unreadableCondition = (reason = notFeel) => new UnreadableConditionError(reason);

const space = /\s+/y;
const number = /(?:\d+(?:\.\d+)?|\.\d+)/y;
const text = /"((?:[^"\\]|\\.)*)"/suy;
const plainName = /[\p{L}_$][\p{L}\p{N}_$]*/uy;
const sign = /\.\.|<=|>=|!=|\*\*|[=<>+\-*/()[\],.{}:@]/y;
const functionPatterns = functionNames
  .filter((name) => name.includes(' '))
  .map((name) => ({ name, pattern: new RegExp(`${name.replaceAll(' ', '\\s+')}(?=\\s*\\()`, 'y') }));

/**
 * Returns the tokens of a condition. Names of the definition are matched as a whole, longest first, so that
 * `petition-letter.urgency` uses the form with that code and is no subtraction.
 */
export function tokensOf(source: string, definedNames: readonly string[]): ConditionToken[] {
  const compoundNames = definedNames
    .filter((name) => !isPlain(name))
    .sort((left, right) => right.length - left.length);
  const tokens: ConditionToken[] = [];
  let position = 0;
  const matchHere = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = position;
    const match = pattern.exec(source);
    if (match !== null) position += match[0].length;
    return match;
  };
  for (matchHere(space); position < source.length; matchHere(space)) {
    const name = nameAt(source, position, compoundNames);
    if (name !== undefined) {
      position += name.length;
      tokens.push({ kind: 'name', text: name });
      continue;
    }
    const functionName = functionPatterns.find(({ pattern }) => matchHere(pattern) !== null);
    const match = functionName
      ? null
      : (matchHere(plainName) ?? matchHere(number) ?? matchHere(text) ?? matchHere(sign));
    if (functionName) tokens.push({ kind: 'name', text: functionName.name });
    else if (match === null) throw unreadableCondition();
    else tokens.push(tokenOf(match));
  }
  return [...tokens, { kind: 'end', text: '' }];
}

function isPlain(name: string): boolean {
  plainName.lastIndex = 0;
  return plainName.exec(name)?.[0] === name;
}

function nameAt(source: string, position: number, names: readonly string[]): string | undefined {
  return names.find(
    (name) =>
      source.startsWith(name, position) && !/[\p{L}\p{N}_$]/u.test(source.charAt(position + name.length)),
  );
}

function tokenOf([matched, content]: RegExpExecArray): ConditionToken {
  if (content !== undefined) return { kind: 'text', text: unescapeText(content) };
  if (/^[.\d]/.test(matched) && matched !== '.' && matched !== '..') return { kind: 'number', text: matched };
  return { kind: /^[\p{L}_$]/u.test(matched) ? 'name' : 'symbol', text: matched };
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\' };

function unescapeText(content: string): string {
  return content.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/gsu, (sequence, code?: string, letter?: string) =>
    code === undefined ? (escapes[letter ?? ''] ?? sequence) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}
