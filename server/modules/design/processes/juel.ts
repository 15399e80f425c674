/**
 * Converts plain comparisons and sums from the notation of Flowable, Activiti and Camunda 7, `${amount > 100
 * && !urgent}`, to FEEL.
 */

const tokenPattern =
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
  const tokens = inside === undefined ? null : textsOf(inside);
  return tokens === null ? null : join(tokens);
}

function textsOf(inside: string): string[] | null {
  const tokens: string[] = [];
  const end = inside.trimEnd().length;
  for (tokenPattern.lastIndex = 0; tokenPattern.lastIndex < end; ) {
    const found = tokenPattern.exec(inside);
    if (found === null) return null;
    const [, text, sign, name] = found;
    if (text !== undefined) tokens.push(`"${text.slice(1, -1).replaceAll('\\', '\\\\')}"`);
    else tokens.push(sign ?? name ?? '');
  }
  return tokens.length > 0 ? tokens : null;
}

/**
 * Joins the tokens; `!` applies to the following name or brackets; a name before brackets is a call, which is
 * no plain comparison.
 */
function join(tokens: readonly string[]): string | null {
  const written: string[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const text = tokens[index] ?? '';
    const next = tokens[index + 1];
    if (/^[\p{L}_]/u.test(text) && next === '(' && !['and', 'or', 'not'].includes(text)) return null;
    if (text !== '!' && text !== 'not') written.push(operators[text] ?? text);
    else if (next === '(') written.push('not');
    else if (next !== undefined && /^[\p{L}_]/u.test(next)) {
      written.push(`not(${next})`);
      index++;
    } else return null;
  }
  return written.join(' ').replaceAll('not (', 'not(').replaceAll('( ', '(').replaceAll(' )', ')');
}
