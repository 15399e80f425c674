import { maskName, maskPhone } from '../sensitive/masks.ts';

const mobile = /(?<!\d)1[3-9]\d{9}(?!\d)/g;
const landline = /(?<!\d)0\d{2,3}-\d{7,8}(?!\d)/g;
/** A name after the words with which carriers say who took the item. */
const signer = /(签收人|代收人|收件人|签收者)([：:是为]\s*)([^\s，,。；;（(]{1,30})/g;

/** Masks telephone numbers, and the names of people who took the item, in a text of a carrier. */
export function maskDescription(text: string): string {
  return text
    .replaceAll(mobile, maskPhone)
    .replaceAll(landline, maskPhone)
    .replaceAll(
      signer,
      (_whole, word: string, separator: string, name: string) => `${word}${separator}${maskName(name)}`,
    );
}
