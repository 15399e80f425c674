import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addressOfPicture,
  depthOf,
  isBlankRichText,
  pictureAt,
  picturesIn,
  textOfRichText,
} from './rich-text-content.ts';

const id = '0190a1b2-0000-7000-8000-0000000000aa';
const picture = `<img src="${addressOfPicture(id)}" alt="现场">`;

describe('text of a rich text', () => {
  it.each([
    ['<p>一</p><p></p><p>二<br>三</p>', '一\n\n二\n三'],
    ['<h2>标题</h2><p>正文</p>', '标题\n正文'],
    ['<ul><li><p>甲</p><ol><li><p>子</p></li></ol></li><li>乙</li></ul>', '• 甲\n  1. 子\n• 乙'],
    ['<ol><li><p>甲</p></li><li><p>乙</p></li></ol><p>后</p>', '1. 甲\n2. 乙\n后'],
    ['<p>5 mg/m<sup>3</sup>，H<sub>2</sub>O，x<sup>见</sup></p>', '5 mg/m³，H₂O，x见'],
    [`<p>见图${picture}${picture.replace('现场', '')}</p>`, '见图［图片：现场］［图片］'],
    ['<table><tbody><tr><td>甲</td><td>乙</td></tr><tr><td>丙</td></tr></tbody></table>', '甲\t乙\n丙'],
    ['<p>a &lt; b &amp; c&nbsp;d &#20170; &#x4eca; &bad;</p>', 'a < b & c\u00a0d 今 今 &bad;'],
    ['a < b > c', 'a < b > c'],
    ['<p>1 < 2', '1 < 2'],
    ['<p title="a>b">x</p>', 'x'],
    ['<p>x</p><b title="', 'x\n<b title="'],
  ])('%j', (html, text) => expect(textOfRichText(html)).toBe(text));

  it('is found blank without visible characters or pictures', () => {
    for (const blank of ['', ' ', '<p></p>', '<p>&nbsp;<br></p>', '<ul><li><p> </p></li></ul>'])
      expect(isBlankRichText(blank), blank).toBe(true);
    for (const filled of ['x', '<p>1. </p>', `<p>${picture}</p>`, '<p>•</p>'])
      expect(isBlankRichText(filled), filled).toBe(false);
  });

  it('takes time in proportion to the length of hostile markup', () => {
    // Quadratic reading would need minutes, and the test would not end in its limit.
    for (const part of ['<a"', '<', '<a ', '<!--', '<img src="', "<p title='", '&#', '</'])
      for (const read of [textOfRichText, depthOf, picturesIn, isBlankRichText])
        read(`<b></b>${part.repeat(200_000 / part.length)}`);
  });

  it('throws for no text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('<', '>', '"', "'", '/', 'p', 'ul', 'li', 'img ', 'src=', '&#x', ';', '甲')),
        (parts) => {
          const html = parts.join('');
          textOfRichText(html);
          isBlankRichText(html);
          picturesIn(html);
          expect(depthOf(html)).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});

describe('pictures of a rich text', () => {
  it('are the files of their addresses, each once', () => {
    const other = id.replace('aa', 'bb');
    const text = `<p>${picture}${picture}<img alt='x' src='${addressOfPicture(other)}'></p><p>${addressOfPicture(id)}</p>`;
    expect(picturesIn(text)).toEqual([id, other]);
  });

  it.each([
    `https://evil.example/file/files/${id}/preview`,
    `//evil.example/file/files/${id}/preview`,
    `/file/files/${id}/preview?x=1`,
    `/file/files/../${id}/preview`,
    `/file/files/${id.toUpperCase()}/preview`,
    `/file/nocheck/files/${id}/preview`,
    'data:image/png;base64,iVBORw0KGgo=',
  ])('are nothing else: %s', (address) => expect(pictureAt(address)).toBeUndefined());
});

it('the depth of a markup counts open elements', () => {
  expect(depthOf('<p><b>x</b><br></p><p>y</p>')).toBe(2);
  expect(depthOf('</p></p><p>x')).toBe(1);
});
