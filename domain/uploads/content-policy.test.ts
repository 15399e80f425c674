import { describe, expect, it } from 'vitest';
import { readCompoundFile } from './compound-file.ts';
import { areEntriesConsecutive, dangerOfPart, withoutReferences } from './package-policy.ts';
import { dangerOfPdf, isObjectStream, looksLikeObjects } from './pdf-policy.ts';
import { isPictureTooLarge, pictureSize } from './picture-size.ts';

describe('zip entries', () => {
  const at = (offset: number, bytes: number) => ({ name: 'a', offset, bytes });

  it('are accepted when they follow each other from the first byte', () => {
    expect(areEntriesConsecutive([at(50, 20), at(0, 40)])).toBe(true);
    expect(areEntriesConsecutive([])).toBe(true);
  });

  it.each([
    ['overlap', [at(0, 40), at(39, 20)]],
    ['are identical', [at(0, 40), at(0, 40)]],
    ['begin after other bytes', [at(10, 40)]],
  ])('are rejected when they %s', (_case, entries) => {
    expect(areEntriesConsecutive(entries)).toBe(false);
  });
});

describe('part of an office file', () => {
  it('is checked with its character references decoded', () => {
    expect(withoutReferences('&#x6d;acro&#69;nabled &#0; &amp;')).toBe('macroEnabled &#0; &amp;');
  });

  it('may link to web pages, but not to targets that open automatically', () => {
    const relation = (type: string, target: string) =>
      `<Relationships><Relationship Type="x/${type}" Target='${target}' TargetMode="External"/></Relationships>`;
    expect(dangerOfPart('a.rels', relation('hyperlink', 'https://a.gov.cn/?a>b'))).toBeUndefined();
    expect(dangerOfPart('a.rels', relation('hyperlink', 'ms-msdt:/id'))).toBe('external');
    expect(dangerOfPart('a.rels', relation('attachedTemplate', 'http://a'))).toBe('external');
  });
});

describe('content types of an office package', () => {
  const macro = 'application/vnd.ms-excel.sheet.binary.macroEnabled.main';
  const types = (entry: string) => `<Types>${entry}</Types>`;
  const danger = (entry: string, names: readonly string[]) =>
    dangerOfPart('[Content_Types].xml', types(entry), names);

  it('may name a macro type that no part has', () => {
    const unused = `<Default Extension="bin" ContentType="${macro}"/>`;
    expect(danger(unused, ['xl/workbook.xml'])).toBeUndefined();
    expect(danger(unused, ['xl/workbook.xml', 'xl/workbook.BIN'])).toBe('macro');
  });

  it.each([
    ['a part by its name', `<Override PartName="/a.bin" ContentType="${macro}"/>`],
    [
      'an extension written with a character reference',
      `<Default Extension="x&#109;l" ContentType="${macro}"/>`,
    ],
    ['two extensions', `<Default Extension="bin" extension="xml" ContentType="${macro}"/>`],
    ['an extension in single quotes', `<Default Extension='xml' x="Extension" ContentType="${macro}"/>`],
    ['an extension in an element with a prefix', `<t:Default Extension="bin" ContentType="${macro}"/>`],
  ])('are dangerous when they name %s', (_case, entry) => {
    expect(danger(entry, ['xl/workbook.xml'])).toBe('macro');
  });
});

describe('PDF check', () => {
  it.each([
    ['/JavaScript', 'script'],
    ['/J#61vaScript(', 'script'],
    ['/#4a#61#76#61#53#63#72#69#70#74>', 'script'],
    ['/JavaScripts', undefined],
    ['/Launch ', 'launch'],
    ['/Launchpad', undefined],
    ['/EmbeddedFiles 3 0 R', 'attachment'],
    ['/Encrypt 3 0 R', 'encrypted'],
    ['/EncryptMetadata false', undefined],
    ['JavaScript', undefined],
    ['/OpenAction [1 0 R /Fit] /AA << >>', undefined],
  ])('of %s reports %s', (text, danger) => {
    expect(dangerOfPdf(text)).toBe(danger);
  });

  it('detects packed objects by both keys or by pairs of numbers', () => {
    expect(isObjectStream('<< /N 1 /F#69rst 4 >>')).toBe(true);
    expect(isObjectStream('<< /First 4 0 R >>')).toBe(false);
    expect(looksLikeObjects('%a\n 4 0 5 12 << >>')).toBe(true);
    expect(looksLikeObjects('q 1 0 0 1 0 0 cm')).toBe(false);
  });
});

describe('damaged file contents', () => {
  it('cause no exception and no endless loop in a reader', () => {
    const bytes = new Uint8Array(2048).fill(1);
    bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
    bytes[30] = 9;
    bytes[31] = 0;
    for (let index = 0; index < 700; index += 1) {
      const damaged = bytes.slice(0, 2048 - (index % 5) * 300);
      damaged.fill(255, index, index + 8);
      damaged[index + 9] = index % 4;
      expect(() => readCompoundFile(damaged)).not.toThrow();
      for (const kind of ['jpg', 'png', 'gif'] as const)
        expect(() => pictureSize(kind, damaged)).not.toThrow();
    }
  });

  it('are limited in size when a picture has a header', () => {
    expect(isPictureTooLarge({ width: 12_000, height: 9_000 })).toBe(false);
    expect(isPictureTooLarge({ width: 12_000, height: 12_000 })).toBe(true);
    expect(isPictureTooLarge({ width: 30_001, height: 1 })).toBe(true);
  });
});
