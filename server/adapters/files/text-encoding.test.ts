import { describe, expect, test } from 'vitest';
import { decodeText, encodingOfText } from './text-encoding.ts';

const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));

describe('detection of a text encoding', () => {
  test.each([
    ['UTF-8', 'e58a9e e4bbb6 31', 'utf-8', '办件1'],
    ['UTF-8 with a byte order mark', 'efbbbf e58a9e', 'utf-8', '办'],
    ['GB18030, as written by Windows', 'b0ec bcfe 31', 'gb18030', '办件1'],
    ['a rare character of GB18030', '8139ee39', 'gb18030', '㐀'],
    ['UTF-16 LE with a byte order mark', 'fffe 9e52 f64e', 'utf-16le', '办件'],
    ['UTF-16 BE with a byte order mark', 'feff 529e 4ef6', 'utf-16be', '办件'],
    ['UTF-16 LE without a byte order mark', '3100 2c00 9e52', 'utf-16le', '1,办'],
    ['UTF-16 BE without a byte order mark', '0031 002c 529e', 'utf-16be', '1,办'],
    ['nothing', '', 'utf-8', ''],
  ] as const)('%s', (_case, hex, encoding, text) => {
    expect(encodingOfText(bytesOf(hex), true)).toBe(encoding);
    expect(decodeText(bytesOf(hex), encoding)).toBe(text);
  });

  test.each([
    ['a program', '4d5a90000300'],
    ['a gzip', '1f8b08000000'],
    ['letters with a bell control character', '610762'],
    ['half a character at the end of a whole file', 'b0ecbc'],
    ['UTF-16 with a lone surrogate', 'fffe00d83100'],
    ['a UTF-8 byte order mark before GB18030', 'efbbbfb0ec'],
  ])('rejects %s as text', (_case, hex) => {
    expect(encodingOfText(bytesOf(hex), true)).toBeUndefined();
  });

  test('accepts a character that is cut at the end of the read part', () => {
    const cut = bytesOf('e58a9e e4bb');
    expect(encodingOfText(cut, false)).toBe('utf-8');
    expect(decodeText(cut, 'utf-8')).toBe('办');
    expect(encodingOfText(bytesOf('b0ecbc'), false)).toBe('gb18030');
  });
});
