import { describe, expect, it } from 'vitest';
import { readMappings } from '#test/vectors/read-vectors.ts';
import { offeredExtensions, storedPictureName, withExtension } from './converted-pictures.ts';
import { type FileKind, kindOfZip, sniffFileKind } from './file-kind.ts';
import { extensionOf, scanFileName, shortFileName } from './file-name.ts';
import {
  countersignUploadRule,
  editorImageMaxBytes,
  formUploadRule,
  handlingUploadRule,
  isEditorImageTooLarge,
  phoneUploadRule,
} from './limits.ts';
import { checkFilesOfPlace, checkUpload, matchesExtension, maxBytesOf } from './upload-rule.ts';

const fromHex = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
const kinds = readMappings(new URL('./vectors/file-kind.txt', import.meta.url));
const uploads = readMappings(new URL('./vectors/upload.txt', import.meta.url));

const packages: readonly (readonly [FileKind, readonly string[]])[] = [
  ['docx', ['[Content_Types].xml', '_rels/.rels', 'word/document.xml']],
  ['xlsx', ['[Content_Types].xml', 'xl/workbook.xml']],
  ['pptx', ['[Content_Types].xml', 'ppt/presentation.xml']],
  ['ofd', ['OFD.xml', 'Doc_0/Document.xml']],
  ['zip', ['a.txt']],
  ['zip', ['word/document.xml']],
  ['zip', ['[Content_Types].xml']],
  ['zip', []],
];

describe('kind of a file', () => {
  it.each(kinds)('with the first bytes $input is $output', ({ input, output }) => {
    expect(sniffFileKind(fromHex(input))).toBe(output);
  });

  it.each(packages)('%s is recognised by the names in the package: %j', (kind, names) => {
    expect(kindOfZip(names)).toBe(kind);
  });
});

describe('upload check (S2 §5)', () => {
  const rule = { ...formUploadRule, maxCount: 10 };
  const cases = uploads.map(({ input, output, reason }) => {
    const [name = '', size, alreadyCount, kind = '-'] = input.split(' | ');
    const knownKind = kind === '-' ? {} : { kind: kind as FileKind };
    return { name, size: Number(size), alreadyUploaded: Number(alreadyCount), ...knownKind, output, reason };
  });

  it.each(cases)(
    'of $name with $size bytes, $alreadyUploaded uploaded, content $kind: $output',
    ({ output, ...file }) => {
      expect(checkUpload(file, rule)?.message ?? '可').toBe(output);
    },
  );

  it('needs the content: a check of the name alone fails these cases', () => {
    const misjudgedByName = cases.filter(({ output, kind: _kind, ...file }) => {
      return (checkUpload(file, rule)?.message ?? '可') !== output;
    });
    expect(misjudgedByName.length).toBeGreaterThan(8);
    expect(cases.length).toBeGreaterThanOrEqual(40);
    expect(kinds.length).toBeGreaterThanOrEqual(40);
  });

  it('allows any number of files without a maximum', () => {
    const file = { name: 'a.pdf', size: 1, alreadyUploaded: 10_000 };
    expect(checkUpload(file, formUploadRule)).toBeUndefined();
  });

  it('reports all problems of the files of a place, each once', () => {
    const large = { name: 'a.exe', size: 99_999_999 };
    expect(checkFilesOfPlace([large, large, large], { ...formUploadRule, maxCount: 2 })).toEqual([
      '附件数量不得超过2个！请重新上传',
      '附件大小不得超过20M！请重新上传',
      '格式错误！请重新上传',
    ]);
    expect(checkFilesOfPlace([{ name: 'a.PDF', size: 1 }], { ...formUploadRule, maxCount: 2 }, 1)).toEqual(
      [],
    );
  });

  it('uses the unit of the limit in its message', () => {
    const small = { ...formUploadRule, maxSize: 500, unit: 'KB' } as const;
    const file = { name: 'a.pdf', alreadyUploaded: 0 };
    expect(checkUpload({ ...file, size: 512_000 }, small)).toBeUndefined();
    expect(checkUpload({ ...file, size: 512_001 }, small)?.message).toBe('附件大小不得超过500K！请重新上传');
  });

  it('has the limits of each place', () => {
    expect(
      [formUploadRule, handlingUploadRule, countersignUploadRule, phoneUploadRule].map(maxBytesOf),
    ).toEqual([20_971_520, 31_457_280, 31_457_280, 20_971_520]);
    expect([countersignUploadRule.maxCount, phoneUploadRule.maxCount]).toEqual([10, 10]);
    expect(phoneUploadRule.formats).toHaveLength(15);
  });

  it('has a file kind for every allowed format', () => {
    for (const format of [...formUploadRule.formats, ...phoneUploadRule.formats]) {
      const kinds = [
        'pdf',
        'png',
        'jpg',
        'gif',
        'svg',
        'ico',
        'icns',
        'doc',
        'xls',
        'ppt',
        'docx',
        'xlsx',
        'pptx',
      ] as const;
      expect(
        kinds.some((kind) => matchesExtension(format, kind)),
        format,
      ).toBe(true);
    }
  });
});

describe('pictures in rich text (S2 §5)', () => {
  it('may have up to 5 MB, or the own limit of the editor', () => {
    expect(editorImageMaxBytes).toBe(5_242_880);
    expect([5_242_880, 5_242_881].map((bytes) => isEditorImageTooLarge(bytes))).toEqual([false, true]);
    expect([999, 1000].map((bytes) => isEditorImageTooLarge(bytes, 1000))).toEqual([false, true]);
  });
});

describe('file names', () => {
  it('have the extension after the last dot', () => {
    expect(['a.PDF', 'a.tar.gz', 'a', '.a', 'a.', 'a.pdf '].map(extensionOf)).toEqual([
      'pdf',
      'gz',
      '',
      '',
      '',
      'pdf',
    ]);
  });

  it('get the extension of the converted picture', () => {
    expect(['IMG_1.HEIC', 'a.b.tiff', 'a.png', 'heic', '.heic'].map(storedPictureName)).toEqual([
      'IMG_1.jpg',
      'a.b.jpg',
      'a.png',
      'heic',
      '.heic',
    ]);
    expect([withExtension('a.b.tif', 'pdf'), withExtension('a', 'jpg')]).toEqual(['a.b.pdf', 'a.jpg']);
  });

  it('include formats that are converted to an allowed format', () => {
    expect(offeredExtensions(['jpg', 'pdf'])).toEqual(['jpg', 'pdf', 'heic', 'heif', 'hif', 'tif', 'tiff']);
    expect(offeredExtensions(['pdf'])).toEqual(['pdf']);
  });

  it('are shortened on a phone when longer than 20 characters', () => {
    expect(shortFileName('一二三四五六七八九十一二三四五六.pdf')).toBe(
      '一二三四五六七八九十一二三四五六.pdf',
    );
    expect(shortFileName('一二三四五六七八九十一二三四五六七.pdf')).toBe('一二三四五六七八...四五六七.pdf');
    expect(shortFileName('𬱟'.repeat(21)).isWellFormed()).toBe(true);
  });

  it('of a scan contain the time in China', () => {
    expect(scanFileName(new Date('2026-03-02T01:05:07Z'))).toBe('XF20260302090507');
  });
});
