import styles from './highlighted-text.module.css';

/** Shows a text with its search matches highlighted, anywhere and ignoring case. */
export function HighlightedText({ text, words }: { text: string; words: readonly string[] }) {
  const patterns = words
    .filter((text) => text !== '')
    .map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (patterns.length === 0) return text;
  const parts = text.split(new RegExp(`(${patterns.join('|')})`, 'gi'));
  return parts.map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have no other key
      <mark key={index} className={styles.mark}>
        {part}
      </mark>
    ) : (
      part
    ),
  );
}
