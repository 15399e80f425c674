/** Splits a condition into tokens. */
import { functionNames } from './functions.ts';

export interface ConditionToken {
  kind: 'name' | 'text' | 'number' | 'sign' | 'end';
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
const functionLabel = functionNames
  .filter((name) => name.includes(' '))
  .map((name) => ({ name, pattern: new RegExp(`${name.replaceAll(' ', '\\s+')}(?=\\s*\\()`, 'y') }));

/**
 * Returns the tokens of a condition. Names of the definition are matched as a whole, longest first, so that
 * `petition-letter.urgency` uses the form with that code and is no subtraction.
 */
export function textsOf(source: string, known: readonly string[]): ConditionToken[] {
  const odd = known.filter((name) => !isPlain(name)).sort((left, right) => right.length - left.length);
  const words: ConditionToken[] = [];
  let at = 0;
  const matchHere = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(source);
    if (found !== null) at += found[0].length;
    return found;
  };
  for (matchHere(space); at < source.length; matchHere(space)) {
    const name = knownName(source, at, odd);
    if (name !== undefined) {
      at += name.length;
      words.push({ kind: 'name', text: name });
      continue;
    }
    const called = functionLabel.find(({ pattern }) => matchHere(pattern) !== null);
    const found = called
      ? null
      : (matchHere(plainName) ?? matchHere(number) ?? matchHere(text) ?? matchHere(sign));
    if (called) words.push({ kind: 'name', text: called.name });
    else if (found === null) throw unreadableCondition();
    else words.push(labelOf(found));
  }
  return [...words, { kind: 'end', text: '' }];
}

function isPlain(name: string): boolean {
  plainName.lastIndex = 0;
  return plainName.exec(name)?.[0] === name;
}

function knownName(source: string, at: number, names: readonly string[]): string | undefined {
  return names.find(
    (name) => source.startsWith(name, at) && !/[\p{L}\p{N}_$]/u.test(source.charAt(at + name.length)),
  );
}

function labelOf([whole, inside]: RegExpExecArray): ConditionToken {
  if (inside !== undefined) return { kind: 'text', text: meaningOf(inside) };
  if (/^[.\d]/.test(whole) && whole !== '.' && whole !== '..') return { kind: 'number', text: whole };
  return { kind: /^[\p{L}_$]/u.test(whole) ? 'name' : 'sign', text: whole };
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\' };

function meaningOf(inside: string): string {
  return inside.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/gsu, (written, code?: string, letter?: string) =>
    code === undefined ? (escapes[letter ?? ''] ?? written) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}
