import { useLayoutEffect, useMemo, useRef } from 'react';
import { isRichText } from '#domain/texts/rich-text.ts';
import { cleanRichText, styleName } from './clean-rich-text.ts';
import styles from './rich-text.module.css';

/**
 * Shows a text that may contain HTML; a text without it is shown with its line breaks. The only place that
 * inserts HTML.
 */
export function RichText({ text }: { text: string }) {
  const html = useMemo(() => (isRichText(text) ? cleanRichText(text) : undefined), [text]);
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the styles must be set again for another text
  useLayoutEffect(() => {
    for (const element of box.current?.querySelectorAll<HTMLElement>(`[${styleName}]`) ?? [])
      element.style.cssText = element.getAttribute(styleName) ?? '';
  }, [html]);
  if (html === undefined) return <div className={styles.plain}>{text}</div>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised just above, by the list in domain/texts/rich-text.ts
  return <div ref={box} className={styles.rich} dangerouslySetInnerHTML={{ __html: html }} />;
}
