import { Fragment } from 'react';
import { wordsOfTitle } from './words-of-title.ts';

/** Shows the title of a field; a long one breaks between words only (法定代表人 | 证件类型). */
export function FieldTitle({ title }: { title: string }) {
  const words = wordsOfTitle(title);
  return words.map((word, index) => (
    <Fragment key={words.slice(index).join('')}>
      {index > 0 && <wbr />}
      {word}
    </Fragment>
  ));
}
