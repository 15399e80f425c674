/**
 * Converts plain comparisons and sums from the notation of Flowable, Activiti and Camunda 7, `${amount > 100
 * && !urgent}`, to FEEL.
 */

const word =
  /\s*(?:("[^"]*"|'[^']*')|(==|!=|<=|>=|&&|\|\||[<>!()+*/-])|([\p{L}_][\p{L}\p{N}_.]*|\d+(?:\.\d+)?))/uy;

const operators: Readonly<Record<string, string>> = {
  '==': '=',
  eq: '=',
  ne: '!=',
  lt: '<',
  le: '<=',
  gt: '>',
  ge: '>=',
  '&&': 'and',
  '||': 'or',
};

/**
 * Returns the expression in FEEL, or null if it is more than comparisons of names, values and sums of them
 * joined by and, or, not.
 */
export function feelOfJuel(source: string): string | null {
  const inside = /^[$#]\{([^{}]*)\}$/s.exec(source.trim())?.[1];
  const words = inside === undefined ? null : textsOf(inside);
  return words === null ? null : join(words);
}

function textsOf(inside: string): string[] | null {
  const words: string[] = [];
  const end = inside.trimEnd().length;
  for (word.lastIndex = 0; word.lastIndex < end; ) {
    const found = word.exec(inside);
    if (found === null) return null;
    const [, text, sign, name] = found;
    if (text !== undefined) words.push(`"${text.slice(1, -1).replaceAll('\\', '\\\\')}"`);
    else words.push(sign ?? name ?? '');
  }
  return words.length > 0 ? words : null;
}

/**
 * Joins the tokens; `!` applies to the following name or brackets; a name before brackets is a call, which is
 * no plain comparison.
 */
function join(words: readonly string[]): string | null {
  const written: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const text = words[at] ?? '';
    const next = words[at + 1];
    if (/^[\p{L}_]/u.test(text) && next === '(' && !['and', 'or', 'not'].includes(text)) return null;
    if (text !== '!' && text !== 'not') written.push(operators[text] ?? text);
    else if (next === '(') written.push('not');
    else if (next !== undefined && /^[\p{L}_]/u.test(next)) {
      written.push(`not(${next})`);
      at++;
    } else return null;
  }
  return written.join(' ').replaceAll('not (', 'not(').replaceAll('( ', '(').replaceAll(' )', ')');
}
