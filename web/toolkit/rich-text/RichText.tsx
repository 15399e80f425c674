import { useMemo } from 'react';
import { isRichText } from '#domain/texts/rich-text.ts';
import { cleanRichText } from './clean-rich-text.ts';
import styles from './rich-text.module.css';

/** A text that may be written in HTML; one without any is shown with its own lines. The only place that takes HTML. */
export function RichText({ text }: { text: string }) {
  const html = useMemo(() => (isRichText(text) ? cleanRichText(text) : undefined), [text]);
  if (html === undefined) return <div className={styles.plain}>{text}</div>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the list of domain/texts/rich-text.ts right above
  return <div className={styles.rich} dangerouslySetInnerHTML={{ __html: html }} />;
}
