import { afterAll, describe, expect, test } from 'vitest';
import { DocumentLayout, type OfficialDocument } from '#domain/documents/document-model.ts';
import { buildDocument } from '#test/world/drawn-documents.ts';
import { readPdf } from '#test/world/read-pdf.ts';
import { createTypesetter } from './typesetter.ts';

const plain = buildDocument({});
const middle = ({ x, width }: { x: number; width: number }) => x + width / 2;

describe('an official document, measured in its PDF (GB/T 9704)', () => {
  const typesetter = createTypesetter();
  afterAll(() => typesetter.stop());
  const drawTexts = async (document: Partial<OfficialDocument>) =>
    readPdf((await typesetter.draw({ ...plain, ...document }, 'zhang')).pdf);

  test('has 22 lines of 28 characters per page, in an area of 156 mm by 225 mm', async () => {
    const text = await drawTexts({ body: [{ kind: 'text', text: '信'.repeat(28 * 60) }] });
    const lines = text.filter(({ page, size }) => page === 2 && size === 16);
    expect(lines).toHaveLength(22);
    for (const [index, line] of lines.entries()) {
      expect([...line.text]).toHaveLength(28);
      expect(line.x).toBeCloseTo(28, 1);
      expect(line.x + line.width).toBeLessThan(184.5);
      expect(line.y - (lines[0]?.y ?? 0)).toBeCloseTo(index * (225 / 22), 1);
    }
    const [first, last] = [lines[0], lines.at(-1)];
    // The base line is eight tenths of the font size below the upper edge of the text.
    expect((first?.y ?? 0) - 0.8 * 16 * (25.4 / 72)).toBeCloseTo(37, 0);
    expect(last?.y).toBeLessThan(37 + 225);
  });

  test('has issuer, number and title at the standard’s positions', async () => {
    const text = await drawTexts({});
    const issuer = text.filter(({ size }) => size === 46);
    expect(issuer.map((one) => one.text.replaceAll(' ', '')).join('')).toBe('淳安县信访局');
    const [letters] = issuer;
    expect(letters && middle(letters)).toBeCloseTo(28 + 78, 0);
    // 35 mm below the upper edge of the text area.
    expect((issuer[0]?.y ?? 0) - 0.8 * 46 * (25.4 / 72)).toBeCloseTo(37 + 35, 0);
    const number = text.find((one) => one.text.includes('〔2026〕'));
    const title = text.find((one) => one.text.startsWith('关于'));
    expect(number && middle(number)).toBeCloseTo(28 + 78, 0);
    expect(title?.size).toBe(22);
    expect(title && middle(title)).toBeCloseTo(28 + 78, 0);
  });

  test('has the date four characters from the right, the signature centred above it, and page numbers at the outer edges', async () => {
    const text = await drawTexts({ body: [{ kind: 'text', text: '信'.repeat(28 * 20) }] });
    const date = text.find((one) => one.text === '2026年10月9日');
    const signature = text.findLast((one) => one.text === '淳安县信访局');
    expect(date && date.x + date.width).toBeCloseTo(184 - 4 * 16 * (25.4 / 72), 0);
    expect(signature && date && signature.x + signature.width / 2 - (date.x + date.width / 2)).toBeCloseTo(
      0,
      0,
    );
    const [odd, even] = [text.find((one) => one.text === '— 1 —'), text.find((one) => one.text === '— 2 —')];
    expect(odd?.x).toBeGreaterThan(150);
    expect(even?.x).toBeLessThan(40);
    expect(odd?.size).toBe(14);
  });

  test('has every part in order, and keeps rare characters of names', async () => {
    const text = await drawTexts({
      head: {
        ...plain.head,
        copyNumber: '000001',
        secrecy: '秘密★1年',
        urgency: '特急',
        signatory: '吴建国',
      },
      body: [
        { kind: 'heading', level: 1, text: '一、情况' },
        { kind: 'heading', level: 2, text: '（一）经过' },
        { kind: 'fields', rows: [['申请人', '龑喆堃㛃䶮𬱟']] },
        { kind: 'table', label: '', columns: [{ title: '环节', share: 1 }], rows: [['初审'], ['复审']] },
      ],
      attachments: ['指令书', '照片'],
      note: '此件公开发布',
      copies: '县住房和城乡建设局',
      printer: { unit: '办信科', date: '2026-10-09' },
      verification: { address: 'https://portal.test/v/7F3A', code: '7F3A 91C2' },
    });
    const whole = text.map((one) => one.text).join('');
    const parts = [
      '000001',
      '秘密★1年',
      '特急',
      '签发人：',
      '关于电梯',
      '汪凤仙同志：',
      '一、情况',
      '（一）经过',
      '龑喆堃㛃䶮𬱟',
      '环节',
      '初审',
      '复审',
      '附件：',
      '1. 指令书',
      '2. 照片',
      '2026年10月9日',
      '（此件公开发布）',
      '扫码核验',
      '抄送：',
      '县住房和城乡建设局。',
      '办信科',
      '印发',
    ];
    expect(parts.filter((part) => !whole.includes(part))).toEqual([]);
    const places = parts.map((part) => whole.indexOf(part));
    expect(places).toEqual([...places].sort((left, right) => left - right));
  });

  test('treats user input as text, whatever typesetting syntax it contains', async () => {
    const hostile = [
      '#read("/etc/passwd")',
      '#{while true {}}',
      '$x^2$',
      '*不加粗*',
      '= 不是标题',
      '- 不是列表',
      '<label> @ref',
      '\\u{41}',
      '// 不是注释',
      '#import "@preview/x:1.0.0": *',
      '“引号” -- ---',
      `' " \` ~`,
    ];
    for (const look of Object.values(DocumentLayout)) {
      const text = await drawTexts({
        look,
        title: hostile[0] ?? '',
        addressee: hostile[1] ?? '',
        body: [
          ...hostile.map((line) => ({ kind: 'text' as const, text: line })),
          { kind: 'fields', rows: [[hostile[0] ?? '', hostile[6] ?? '']] },
        ],
        attachments: hostile,
      });
      const whole = text
        .map((one) => one.text)
        .join('')
        .replaceAll(/\s/g, '');
      expect(hostile.filter((line) => !whole.includes(line.replaceAll(/\s/g, '')))).toEqual([]);
    }
  });
});

describe('invisible characters', () => {
  const typesetter = createTypesetter();
  afterAll(() => typesetter.stop());
  const invisible = Array.from({ length: 0x110000 }, (_code, index) => index)
    .filter((code) => /[\p{Cf}\p{Cc}\p{Zl}\p{Zp}]/u.test(String.fromCodePoint(code)))
    .map((code) => String.fromCodePoint(code));
  // Positions at which the engine crashed: at the beginning of a line, before several characters.
  const hostile = [
    '\u202e反映电梯停用',
    '\u202eabc',
    '\u202eabc\u2066',
    '\u202d一二三\u202c',
    '甲\ud800乙',
    '\ufffe甲',
  ];

  test('never crash the engine, and are omitted from the text', async () => {
    expect(invisible.length).toBeGreaterThan(200);
    const body = invisible.flatMap((one) =>
      [`${one}电梯ab`, `电${one}梯ab3`].map((text) => ({ kind: 'text' as const, text })),
    );
    for (const look of Object.values(DocumentLayout)) {
      const { pdf } = await typesetter.draw({ ...plain, look, body }, 'zhang');
      const whole = (await readPdf(pdf)).map(({ text }) => text).join('');
      expect(whole).not.toMatch(/[^\P{Cf}\u200c\u200d]/u);
      expect(whole.split('电').length).toBeGreaterThan(body.length);
    }
    for (const text of hostile) {
      const { pdf } = await typesetter.draw(
        {
          ...plain,
          title: text,
          addressee: text,
          factLine: [[text, text]],
          attachments: [text],
          signature: [text],
        },
        'zhang',
      );
      expect((await readPdf(pdf)).map((one) => one.text).join('')).toContain(
        `${text.replaceAll(/[^\p{L}]/gu, '')}：`,
      );
    }
  });

  test('never crash the engine in a seal, a scan or a letter', async () => {
    for (const text of hostile) {
      expect((await typesetter.drawSeal(text, 'zhang')).pages).toBe(1);
      const line = { title: text, salutation: text, sender: text, writtenOn: text, receivedOn: text };
      expect((await typesetter.drawScan({ ...line, paragraphs: [text] }, 'zhang')).pages).toBeGreaterThan(0);
      const addressee = { postcode: '311700', address: text, name: text };
      const layout = { kind: 'labels', sheet: 'of21', first: 1 } as const;
      const sender = { ...addressee, phone: text };
      const shift = { right: 0, down: 0 };
      const { pdf } = await typesetter.drawMailing(
        { layout, addressees: [addressee], sender, shift },
        'zhang',
      );
      const whole = (await readPdf(pdf)).map((one) => one.text).join('');
      expect(whole).toContain(text.replaceAll(/[^\p{L}]/gu, ''));
    }
  });
});

test('a document that exceeds time or memory is abandoned, and those queued after it are drawn', async () => {
  // Really drawn: one document that takes minutes, and plain ones.
  const typesetter = createTypesetter({ deadlineMs: 8_000 });
  const endless = Array.from({ length: 60_000 }, (_, index) => ({
    kind: 'text' as const,
    text: `第${index}段。`.repeat(60),
  }));
  const abandoned = typesetter.draw({ ...plain, body: endless }, 'zhang');
  const queued = [typesetter.draw(plain, 'zhang'), typesetter.draw(plain, 'li')];
  await expect(abandoned).rejects.toThrow(/was stopped: (time|memory)/);
  expect((await Promise.all(queued)).map(({ pages }) => pages)).toEqual([1, 1]);
  await typesetter.stop();
});
