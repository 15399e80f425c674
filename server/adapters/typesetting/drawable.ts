/**
 * Characters that are drawn as nothing and say how others are drawn: the engine dies of some (a line that
 * begins with U+202E), a text document is no XML with others, and each lets a document read otherwise than it
 * is stored. The joiners stay, without which some scripts and signs fall apart, as do line ends and tabs.
 */
const undrawable = /[^\P{Cf}\u200c\u200d]|[^\P{Cc}\n\t]|\p{Cs}|[\ufffe\uffff]/gu;

/** Returns the same data without undrawable characters, in every text of it. */
export function drawable<Data>(data: Data): Data {
  if (typeof data === 'string')
    return data.replaceAll('\r\n', '\n').replaceAll('\r', '\n').replaceAll(undrawable, '') as Data;
  if (Array.isArray(data)) return data.map(drawable) as Data;
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, drawable(value)])) as Data;
}
