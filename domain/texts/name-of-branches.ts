/**
 * Returns one name for several branches: the part with which all of them end or begin, else the first name
 * and their number.
 */
export function nameOfBranches(names: readonly string[]): string {
  const [first = ''] = names;
  if (names.length < 2) return first;
  const ending = longest(first, (part) => names.every((name) => name.endsWith(part)), 'end');
  const beginning = longest(first, (part) => names.every((name) => name.startsWith(part)), 'start');
  const shared = ending.length >= beginning.length ? ending : beginning;
  return shared.length >= 2 ? shared : `${first}等 ${names.length} 个环节`;
}

function longest(text: string, matches: (part: string) => boolean, side: 'start' | 'end'): string {
  for (let length = text.length; length > 0; length--) {
    const part = side === 'end' ? text.slice(-length) : text.slice(0, length);
    if (matches(part)) return part;
  }
  return '';
}
