import { useLayoutEffect, useMemo, useRef } from 'react';
import { isRichText } from '#domain/texts/rich-text.ts';
import { pictureAt } from '#domain/texts/rich-text-content.ts';
import { joinClasses } from '../styles/join-classes.ts';
import { cleanRichText, styleName } from './clean-rich-text.ts';
import { type LoadPicture, showPicture } from './picture-source.ts';
import styles from './rich-text.module.css';

/**
 * Shows a text that may contain HTML; a text without it is shown with its line breaks. The only place that
 * inserts HTML. Pictures that are files of an order are loaded by `loadPicture`, because their address alone shows
 * them to nobody.
 */
export function RichText({ text, loadPicture }: { text: string; loadPicture?: LoadPicture | undefined }) {
  const html = useMemo(() => (isRichText(text) ? cleanRichText(text) : undefined), [text]);
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (html === undefined || !box.current) return;
    // Parsed apart from the page, so that no address inside is loaded before it is replaced.
    const { body } = new DOMParser().parseFromString(html, 'text/html');
    for (const element of body.querySelectorAll<HTMLElement>(`[${styleName}]`))
      element.style.cssText = element.getAttribute(styleName) ?? '';
    const stops = [...body.querySelectorAll('img')].flatMap((picture) => {
      const file = pictureAt(picture.getAttribute('src') ?? '');
      if (file === undefined) return [];
      picture.removeAttribute('src');
      return loadPicture ? [showPicture(picture, file, loadPicture)] : [];
    });
    box.current.replaceChildren(...body.childNodes);
    return () => {
      for (const stop of stops) stop();
    };
  }, [html, loadPicture]);
  if (html === undefined) return <div className={styles.plain}>{text}</div>;
  return <div ref={box} className={joinClasses(styles.rich, loadPicture && styles.written)} />;
}
