import { describe, expect, it } from 'vitest';
import { readMappings } from '#test/vectors/read-vectors.ts';
import { type FileKind, sniffFileKind } from './file-kind.ts';
import { extensionOf, scanFileName, shortFileName } from './file-name.ts';
import {
  countersignUploadRule,
  editorImageMaxBytes,
  formUploadRule,
  handlingUploadRule,
  isEditorImageTooLarge,
  phoneUploadRule,
} from './limits.ts';
import { checkUpload, keepsPromise, maxBytesOf } from './upload-rule.ts';
import { zipEntryNames } from './zip-names.ts';

const fromHex = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
const kinds = readMappings(new URL('./vectors/file-kind.txt', import.meta.url));
const uploads = readMappings(new URL('./vectors/upload.txt', import.meta.url));

/** A zip of empty, unpacked entries with its directory, as small as the format allows. */
function zipOf(names: readonly string[], comment = ''): Uint8Array {
  const encoder = new TextEncoder();
  const little = (value: number, bytes: number) =>
    Array.from({ length: bytes }, (_, at) => (value >> (8 * at)) & 255);
  const local = names.map((name) => {
    const text = encoder.encode(name);
    return [0x50, 0x4b, 3, 4, ...little(0, 22), ...little(text.length, 2), ...little(0, 2), ...text];
  });
  const offsets = local.map((_, at) => local.slice(0, at).flat().length);
  const central = names.map((name, at) => {
    const text = encoder.encode(name);
    const fixed = [0x50, 0x4b, 1, 2, ...little(0, 24), ...little(text.length, 2), ...little(0, 12)];
    return [...fixed, ...little(offsets[at] ?? 0, 4), ...text];
  });
  const [entries, directory] = [local.flat(), central.flat()];
  const count = little(names.length, 2);
  const sizes = [...count, ...count, ...little(directory.length, 4), ...little(entries.length, 4)];
  const text = encoder.encode(comment);
  return Uint8Array.from([
    ...entries,
    ...directory,
    ...[0x50, 0x4b, 5, 6, 0, 0, 0, 0, ...sizes, ...little(text.length, 2), ...text],
  ]);
}

const contentTypes = '[Content_Types].xml';
const office: Partial<Record<FileKind, Uint8Array>> = {
  docx: zipOf([contentTypes, '_rels/.rels', 'word/document.xml']),
  xlsx: zipOf([contentTypes, 'xl/workbook.xml']),
  pptx: zipOf([contentTypes, 'ppt/presentation.xml']),
  ofd: zipOf(['OFD.xml', 'Doc_0/Document.xml']),
  zip: zipOf(['a.txt']),
};

function sampleOf(kind: string): Uint8Array {
  const packed = office[kind as FileKind];
  return packed ?? fromHex(kinds.find(({ output }) => output === kind)?.input ?? '');
}

describe('what a file is', () => {
  it.each(kinds)('$input is $output', ({ input, output }) => {
    expect(sniffFileKind(fromHex(input))).toBe(output);
  });

  it.each(Object.entries(office))('%s is told by the names inside', (kind, bytes) => {
    expect(sniffFileKind(bytes)).toBe(kind);
    expect(sniffFileKind(bytes.subarray(0, bytes.length - 30))).toBe(kind);
  });

  it('is found behind a comment and in the middle of a larger buffer', () => {
    const commented = zipOf([contentTypes, 'word/document.xml'], 'x'.repeat(5000));
    const larger = new Uint8Array(commented.length + 20);
    larger.set(commented, 10);
    expect(sniffFileKind(larger.subarray(10, 10 + commented.length))).toBe('docx');
  });

  it('is a plain zip when it only mentions a document', () => {
    expect(sniffFileKind(zipOf(['word/document.xml']))).toBe('zip');
    expect(sniffFileKind(zipOf([contentTypes]))).toBe('zip');
    expect(sniffFileKind(zipOf(['a.txt'], 'word/document.xml [Content_Types].xml'))).toBe('zip');
  });

  it('never throws, wherever a zip is cut or damaged', () => {
    const whole = zipOf([contentTypes, 'word/document.xml']);
    for (let length = 0; length <= whole.length; length += 1) {
      expect(() => zipEntryNames(whole.subarray(0, length))).not.toThrow();
      const damaged = whole.slice();
      damaged.fill(255, length, length + 4);
      expect(() => zipEntryNames(damaged)).not.toThrow();
    }
  });
});

describe('an upload (S2 §5)', () => {
  const rule = { ...formUploadRule, maxCount: 10 };
  const cases = uploads.map(({ input, output, why }) => {
    const [name = '', size, already, kind = '-'] = input.split(' | ');
    const content = kind === '-' ? undefined : sampleOf(kind);
    return { name, size: Number(size), alreadyUploaded: Number(already), content, kind, output, why };
  });

  it.each(cases)(
    '$name of $size bytes, $alreadyUploaded there, content $kind: $output',
    ({ output, ...file }) => {
      expect(checkUpload(file, rule)?.message ?? '可').toBe(output);
    },
  );

  it('is checked by content: the name alone fails this list', () => {
    const naive = cases.filter(({ output, content: _content, ...file }) => {
      return (checkUpload(file, rule)?.message ?? '可') !== output;
    });
    expect(naive.length).toBeGreaterThan(8);
    expect(cases.length).toBeGreaterThanOrEqual(40);
    expect(kinds.length).toBeGreaterThanOrEqual(40);
  });

  it('may have any number where none is named', () => {
    const file = { name: 'a.pdf', size: 1, alreadyUploaded: 10_000 };
    expect(checkUpload(file, formUploadRule)).toBeUndefined();
  });

  it('names the unit of its limit', () => {
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

  it('has a kind for every format that any place takes', () => {
    for (const format of [...formUploadRule.formats, ...phoneUploadRule.formats]) {
      const samples = ['pdf', 'png', 'jpg', 'gif', 'svg', 'ico', 'icns', 'cfb', 'docx', 'xlsx', 'pptx'].map(
        sampleOf,
      );
      expect(
        samples.some((content) => keepsPromise(format, content)),
        format,
      ).toBe(true);
    }
  });
});

describe('pictures in rich text (S2 §5)', () => {
  it('reach the second editor up to 5 MB and must stay below the first one’s own limit', () => {
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

  it('are shortened on a phone over 20 characters', () => {
    expect(shortFileName('一二三四五六七八九十一二三四五六.pdf')).toBe(
      '一二三四五六七八九十一二三四五六.pdf',
    );
    expect(shortFileName('一二三四五六七八九十一二三四五六七.pdf')).toBe('一二三四五六七八...四五六七.pdf');
    expect(shortFileName('𬱟'.repeat(21)).isWellFormed()).toBe(true);
  });

  it('are offered for a scan by the Chinese time', () => {
    expect(scanFileName(new Date('2026-03-02T01:05:07Z'))).toBe('XF20260302090507');
  });
});
