/** Splits an expression into tokens. */
import { functionNames } from './functions.ts';

export interface ExpressionToken {
  kind: 'name' | 'text' | 'number' | 'symbol' | 'end';
  /** The written text; for a text in quotation marks, its content. */
  text: string;
  /** Index of its first character in the expression. */
  position: number;
}

/** Reason why an expression cannot be parsed, and the place; caught where parsing begins. */
export class UnreadableError extends Error {
  readonly position: number;

  constructor(position: number, reason: string = notFeel) {
    super(reason);
    this.position = position;
  }
}

const notFeel = '不是有效的 FEEL 表达式';

const space = /\s+/y;
const number = /(?:\d+(?:\.\d+)?|\.\d+)/y;
const text = /"((?:[^"\\]|\\.)*)"/suy;
const plainName = /[\p{L}_$][\p{L}\p{N}_$]*/uy;
const sign = /\.\.|<=|>=|!=|\*\*|[=<>+\-*/()[\],.{}:@]/y;
const functionPatterns = functionNames
  .filter((name) => name.includes(' '))
  .map((name) => ({ name, pattern: new RegExp(`${name.replaceAll(' ', '\\s+')}(?=\\s*\\()`, 'y') }));

/**
 * Returns the tokens of an expression. Names of the definition are matched as a whole, longest first, so that
 * `petition-letter.urgency` uses the form with that code and is no subtraction.
 */
export function tokensOf(source: string, definedNames: readonly string[]): ExpressionToken[] {
  const compoundNames = definedNames
    .filter((name) => !isPlain(name))
    .sort((left, right) => right.length - left.length);
  const tokens: ExpressionToken[] = [];
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
      tokens.push({ kind: 'name', text: name, position: position - name.length });
      continue;
    }
    const start = position;
    const functionName = functionPatterns.find(({ pattern }) => matchHere(pattern) !== null);
    const match = functionName
      ? null
      : (matchHere(plainName) ?? matchHere(number) ?? matchHere(text) ?? matchHere(sign));
    if (functionName) tokens.push({ kind: 'name', text: functionName.name, position: start });
    else if (match === null) throw new UnreadableError(start);
    else tokens.push({ ...tokenOf(match), position: start });
  }
  return [...tokens, { kind: 'end', text: '', position: source.length }];
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

function tokenOf([matched, content]: RegExpExecArray): Omit<ExpressionToken, 'position'> {
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
