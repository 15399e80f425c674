import { useLayoutEffect, useMemo, useRef } from 'react';
import { isRichText } from '#domain/texts/rich-text.ts';
import { cleanRichText, styleName } from './clean-rich-text.ts';
import styles from './rich-text.module.css';

/** A text that may be written in HTML; one without any is shown with its own lines. The only place that takes HTML. */
export function RichText({ text }: { text: string }) {
  const html = useMemo(() => (isRichText(text) ? cleanRichText(text) : undefined), [text]);
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: set anew when the text is another
  useLayoutEffect(() => {
    for (const element of box.current?.querySelectorAll<HTMLElement>(`[${styleName}]`) ?? [])
      element.style.cssText = element.getAttribute(styleName) ?? '';
  }, [html]);
  if (html === undefined) return <div className={styles.plain}>{text}</div>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the list of domain/texts/rich-text.ts right above
  return <div ref={box} className={styles.rich} dangerouslySetInnerHTML={{ __html: html }} />;
}
