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
 * Returns the expression in FEEL. Supported are comparisons of names, values and their sums, joined by and, or,
 * not; for any other expression the result is null.
 */
export function feelOfJuel(source: string): string | null {
  const expression = /^[$#]\{([^{}]*)\}$/s.exec(source.trim())?.[1];
  const tokens = expression === undefined ? null : tokensOf(expression);
  return tokens === null ? null : join(tokens);
}

function tokensOf(expression: string): string[] | null {
  const tokens: string[] = [];
  const end = expression.trimEnd().length;
  for (tokenPattern.lastIndex = 0; tokenPattern.lastIndex < end; ) {
    const match = tokenPattern.exec(expression);
    if (match === null) return null;
    const [, text, sign, name] = match;
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
  const converted: string[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const text = tokens[index] ?? '';
    const next = tokens[index + 1];
    if (/^[\p{L}_]/u.test(text) && next === '(' && !['and', 'or', 'not'].includes(text)) return null;
    if (text !== '!' && text !== 'not') converted.push(operators[text] ?? text);
    else if (next === '(') converted.push('not');
    else if (next !== undefined && /^[\p{L}_]/u.test(next)) {
      converted.push(`not(${next})`);
      index++;
    } else return null;
  }
  return converted.join(' ').replaceAll('not (', 'not(').replaceAll('( ', '(').replaceAll(' )', ')');
}
