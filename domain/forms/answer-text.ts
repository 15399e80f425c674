/** Characters of an answer that its author sees. */
export const shownAnswerLength = 4000;

/** Depth below which the indentation alone is longer than the shown text. */
const maxDepth = 65;

/**
 * Returns the beginning of an answer of another system as indented JSON. Only the entries that can be in it are read,
 * because the whole text of a deep answer may be thousands of times as long as the answer.
 */
export function beginningOfAnswer(json: unknown): string {
  let remaining = shownAnswerLength;
  const cut = (value: unknown, depth: number): unknown => {
    // Each entry takes at least one character.
    remaining -= 1;
    if (typeof value === 'string') return value.slice(0, shownAnswerLength);
    if (typeof value !== 'object' || value === null) return value;
    if (depth > maxDepth) return null;
    if (Array.isArray(value)) {
      const list: unknown[] = [];
      for (let index = 0; index < value.length && remaining > 0; index += 1)
        list.push(cut(value[index], depth + 1));
      return list;
    }
    const members: [string, unknown][] = [];
    for (const name in value) {
      if (remaining <= 0) break;
      if (Object.hasOwn(value, name))
        members.push([
          name.slice(0, shownAnswerLength),
          cut((value as Record<string, unknown>)[name], depth + 1),
        ]);
    }
    return Object.fromEntries(members);
  };
  return (JSON.stringify(cut(json, 0), null, 2) ?? '').slice(0, shownAnswerLength);
}
