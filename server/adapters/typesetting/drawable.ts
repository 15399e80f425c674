/**
 * Characters that are not drawn but affect others. The typesetting engine crashes on some (a line that begins
 * with U+202E), XML cannot contain others, and each can make a document look different from its stored text.
 * Joiners stay, because some scripts and signs need them, and so do line ends and tabs.
 */
const undrawable = /[^\P{Cf}\u200c\u200d]|[^\P{Cc}\n\t]|\p{Cs}|[\ufffe\uffff]/gu;

/** Returns the same data with all undrawable characters removed from its texts. */
export function withoutUndrawableCharacters<Data>(data: Data): Data {
  if (typeof data === 'string')
    return data.replaceAll('\r\n', '\n').replaceAll('\r', '\n').replaceAll(undrawable, '') as Data;
  if (Array.isArray(data)) return data.map(withoutUndrawableCharacters) as Data;
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, withoutUndrawableCharacters(value)]),
  ) as Data;
}
