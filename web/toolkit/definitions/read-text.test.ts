// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { readText } from './read-text.ts';

const file = (encoding: string, name = '受理') =>
  `<?xml version="1.0" encoding="${encoding}"?><a name="${name}"/>`;
const around = (encoding: string, name: readonly number[]) => {
  const [before = '', after = ''] = file(encoding, '|').split('|');
  return new Uint8Array([...Buffer.from(before), ...name, ...Buffer.from(after)]);
};
const wide = (text: string, mark: readonly number[], isBig = false) => {
  const bytes = Buffer.from(text, 'utf16le');
  return new Uint8Array([...mark, ...(isBig ? bytes.swap16() : bytes)]);
};
/** 受理 in GB2312. */
const chinese = [0xca, 0xdc, 0xc0, 0xed];

describe('the text of a file', () => {
  it.each(['GB2312', 'gbk', 'GB18030'])('in %s is read by what its head declares', (encoding) => {
    expect(readText(around(encoding, chinese))).toEqual({ text: file(encoding) });
  });

  it.each(['ISO-8859-1', 'windows-1252'])('in %s too', (encoding) => {
    expect(readText(around(encoding, [0x47, 0xfc, 0x74, 0x65]))).toEqual({ text: file(encoding, 'Güte') });
  });

  it('in UTF-16 is read in both orders, with a mark and without', () => {
    const text = file('UTF-16');
    expect(readText(wide(text, [0xff, 0xfe])).text).toBe(text);
    expect(readText(wide(text, [0xfe, 0xff], true)).text).toBe(text);
    expect(readText(wide(text, [])).text).toBe(text);
    expect(readText(wide(text, [], true)).text).toBe(text);
  });

  it('in UTF-8 is read with a mark, without a head, and as what it says', () => {
    expect(readText(new Uint8Array([0xef, 0xbb, 0xbf, ...Buffer.from(file('UTF-8'))]))).toEqual({
      text: file('UTF-8'),
    });
    expect(readText(Buffer.from('<a name="受理"/>'))).toEqual({ text: '<a name="受理"/>' });
  });

  it('that declares another encoding than it is in is read as UTF-8, and that is told', () => {
    const hint = (encoding: string) => `文件声明的编码是 ${encoding}，内容实际是 UTF-8，已按 UTF-8 读取`;
    for (const encoding of ['GB2312', 'ISO-8859-1']) {
      const text = file(encoding, '受理登记');
      expect(readText(Buffer.from(text))).toEqual({ text, hint: hint(encoding) });
    }
    expect(readText(Buffer.from(file('UTF-16')))).toEqual({ text: file('UTF-16'), hint: hint('UTF-16') });
  });

  it('that is in none of them keeps signs of what cannot be read', () => {
    expect(readText(around('UTF-8', chinese)).text).toContain('\uFFFD');
    expect(readText(around('GB2312', [0xff, 0xff])).text).toContain('\uFFFD');
    expect(readText(around('no-such-encoding', chinese)).text).toContain('\uFFFD');
  });
});
