// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { readText } from './read-text.ts';

const file = (encoding: string, name = '受理') =>
  `<?xml version="1.0" encoding="${encoding}"?><a name="${name}"/>`;
const insertBytes = (encoding: string, name: readonly number[]) => {
  const [before = '', after = ''] = file(encoding, '|').split('|');
  return new Uint8Array([...Buffer.from(before), ...name, ...Buffer.from(after)]);
};
const utf16 = (text: string, mark: readonly number[], isBig = false) => {
  const bytes = Buffer.from(text, 'utf16le');
  return new Uint8Array([...mark, ...(isBig ? bytes.swap16() : bytes)]);
};
/** 受理 in GB2312. */
const chinese = [0xca, 0xdc, 0xc0, 0xed];

describe('decoding of a text file', () => {
  it.each(['GB2312', 'gbk', 'GB18030'])('decodes %s as declared in the header', (encoding) => {
    expect(readText(insertBytes(encoding, chinese))).toEqual({ text: file(encoding) });
  });

  it.each(['ISO-8859-1', 'windows-1252'])('decodes %s too', (encoding) => {
    expect(readText(insertBytes(encoding, [0x47, 0xfc, 0x74, 0x65]))).toEqual({
      text: file(encoding, 'Güte'),
    });
  });

  it('decodes UTF-16 in both byte orders, with and without a byte order mark', () => {
    const text = file('UTF-16');
    expect(readText(utf16(text, [0xff, 0xfe])).text).toBe(text);
    expect(readText(utf16(text, [0xfe, 0xff], true)).text).toBe(text);
    expect(readText(utf16(text, [])).text).toBe(text);
    expect(readText(utf16(text, [], true)).text).toBe(text);
  });

  it('decodes UTF-8 with a byte order mark or without a header', () => {
    expect(readText(new Uint8Array([0xef, 0xbb, 0xbf, ...Buffer.from(file('UTF-8'))]))).toEqual({
      text: file('UTF-8'),
    });
    expect(readText(Buffer.from('<a name="受理"/>'))).toEqual({ text: '<a name="受理"/>' });
  });

  it('decodes a file with a wrong declaration as UTF-8, and returns a hint', () => {
    const hint = (encoding: string) => `文件声明的编码是 ${encoding}，内容实际是 UTF-8，已按 UTF-8 读取`;
    for (const encoding of ['GB2312', 'ISO-8859-1']) {
      const text = file(encoding, '受理登记');
      expect(readText(Buffer.from(text))).toEqual({ text, hint: hint(encoding) });
    }
    expect(readText(Buffer.from(file('UTF-16')))).toEqual({ text: file('UTF-16'), hint: hint('UTF-16') });
  });

  it('keeps replacement characters for bytes that no encoding can read', () => {
    expect(readText(insertBytes('UTF-8', chinese)).text).toContain('\uFFFD');
    expect(readText(insertBytes('GB2312', [0xff, 0xff])).text).toContain('\uFFFD');
    expect(readText(insertBytes('no-such-encoding', chinese)).text).toContain('\uFFFD');
  });
});
