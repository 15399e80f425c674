/**
 * Counts words in comments that are used as a subject without naming it, and finds exported types with bad
 * names.
 */

const vague = ['what', 'whoever', 'somebody', 'nobody'];
const asSubject = new RegExp(`(?:^|[.:;,(] )(?:${vague.join('|')})\\b`, 'gi');
/** Names that end like a participle but are common nouns. */
const nouns = new Set(['Token']);

/** Returns the doc comments of a source file: the line of each, and its text in one line. */
export function docComments(source) {
  return [...source.matchAll(/\/\*\*([\s\S]*?)\*\//g)].map(({ index, 1: text }) => ({
    line: source.slice(0, index).split('\n').length,
    text: text
      .replace(/^\s*\*\s?/gm, '')
      .replace(/\s+/g, ' ')
      .trim(),
  }));
}

/** Returns the number of words in a comment, and how many vague ones begin a sentence or a clause. */
export function countWords(text) {
  return {
    words: (text.match(/[A-Za-z][A-Za-z'’-]*/g) ?? []).length,
    vague: (text.match(asSubject) ?? []).length,
  };
}

/** Returns the names of the types that a source file exports. */
export function exportedTypes(source) {
  return [...source.matchAll(/^export (?:interface|type|class) ([A-Z]\w*)/gm)].map(([, name]) => name);
}

/** Participles that name the state of a thing but never a kind of thing. */
const participles = 'Asked|Found|Given|Held|Kept|Laid|Left|Made|Meant|Met|Said|Sent|Shown|Told';
const namedByParticiple = new RegExp(
  `^(?:[A-Z][a-z]+(?:ed|en)|Read|(?:${participles})(?:[A-Z]\\w*)?|\\w*[a-z](?:${participles}))$`,
);

/**
 * Checks for a type whose name is only a participle, or begins or ends with one of the listed participles: such
 * a name tells the state of a thing but not the thing.
 */
export function isNamedByParticiple(name) {
  return namedByParticiple.test(name) && !nouns.has(name);
}
