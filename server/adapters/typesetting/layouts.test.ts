import { afterAll, describe, expect, test } from 'vitest';
import { DocumentLayout, type OfficialDocument } from '#domain/documents/document-model.ts';
import { buildDocument, buildSheet } from '#test/world/drawn-documents.ts';
import { type PlacedText, readPdf } from '#test/world/read-pdf.ts';
import { createTypesetter } from './typesetter.ts';

const typesetter = createTypesetter();
afterAll(() => typesetter.stop());
const drawTexts = async (document: OfficialDocument) =>
  readPdf((await typesetter.draw(document, 'zhang')).pdf);
const pagesOf = (texts: readonly PlacedText[]) => Math.max(...texts.map(({ page }) => page));
const onPage = (texts: readonly PlacedText[], page: number) => texts.filter((text) => text.page === page);
const find = (texts: readonly PlacedText[], text: string) => {
  const found = texts.find((one) => one.text.includes(text));
  if (found === undefined) throw new Error(`${text} is not there`);
  return found;
};
/** Returns the text as read, without the spaces that the PDF reader guesses. */
const textsOf = (texts: readonly PlacedText[]) =>
  texts
    .map(({ text }) => text)
    .join('')
    .replaceAll(/\s/g, '');
const capital = 0.8 * (25.4 / 72);

describe('a 便函, measured (GB/T 9704 §10.1)', () => {
  const letter = buildDocument({
    look: DocumentLayout.letter,
    title: '信访事项收件回执',
    copies: '县住房和城乡建设局',
    printer: { unit: '办信科', date: '2026-10-09' },
    body: [{ kind: 'text', text: '信'.repeat(28 * 25) }],
  });

  test('has the issuer 30 mm below the edge, and the number on the right below the rule', async () => {
    const texts = await drawTexts(letter);
    const issuer = find(texts, '淳安县信访局');
    expect(issuer.size).toBe(36);
    expect(issuer.y - capital * issuer.size).toBeCloseTo(30, 0);
    expect(issuer.x + issuer.width / 2).toBeCloseTo(105, 0);
    const number = find(texts, '〔2026〕');
    const line = texts.filter(({ y }) => Math.abs(y - number.y) < 0.5);
    expect(Math.max(...line.map(({ x, width }) => x + width))).toBeCloseTo(184, 0);
    // The rule is 4 mm below the issuer, the number seven eighths of a character below the rule.
    expect(number.y).toBeCloseTo(34 + 36 * (25.4 / 72) + 1.8 + 16 * (25.4 / 72) * (7 / 8 + 0.8), 0);
  });

  test('has no page number on its first page, and neither printer nor rules at its end', async () => {
    const texts = await drawTexts(letter);
    expect(pagesOf(texts)).toBe(2);
    expect(textsOf(texts)).not.toContain('—1—');
    expect(textsOf(texts)).toContain('—2—');
    expect(textsOf(texts)).not.toContain('印发');
    expect(textsOf(texts)).toContain('抄送：县住房和城乡建设局。');
  });
});

describe('the end of a document', () => {
  test.each([14, 15, 16, 17, 18, 19, 20])(
    'keeps text on the page of signature and date: %i lines',
    async (lines) => {
      const paragraphs = Array.from({ length: lines }, (_line, index) => ({
        kind: 'text' as const,
        text: `第${index}段`,
      }));
      for (const attachments of [[], ['指令书', '照片']]) {
        const texts = await drawTexts(buildDocument({ body: paragraphs, attachments }));
        const last = onPage(texts, pagesOf(texts)).filter(({ size }) => size === 16);
        const date = find(texts, '2026年10月9日');
        expect(date.page).toBe(pagesOf(texts));
        const before = last.filter(({ y, page }) => page === date.page && y < date.y - 15);
        expect(textsOf(before)).not.toBe('');
      }
    },
  );

  test('has 版记 and the verification code at the foot of the last page, even alone on it', async () => {
    for (const lines of [3, 7, 11, 13, 15, 18]) {
      const texts = await drawTexts(
        buildDocument({
          body: Array.from({ length: lines }, (_line, index) => ({ kind: 'text', text: `第${index}段` })),
          copies: '县住房和城乡建设局',
          printer: { unit: '办信科', date: '2026-10-09' },
          verification: { address: 'https://portal.test/verify/7F3A', code: '7F3A' },
        }),
      );
      const printer = find(texts, '印发');
      expect(printer.page).toBe(pagesOf(texts));
      // The text area ends 262 mm below the upper edge.
      expect(printer.y).toBeGreaterThan(257);
      expect(printer.y).toBeLessThan(262);
    }
  });

  test('keeps long words, addresses and numbers within the text area', async () => {
    const texts = await drawTexts(
      buildDocument({
        addressee: '淳安县住房和城乡建设局、'.repeat(5),
        body: [
          {
            kind: 'text',
            text: `见https://www.chunan.gov.cn/${'a1b2c3d4e5'.repeat(20)}，编号${'9'.repeat(120)}。`,
          },
          {
            kind: 'text',
            text: 'An English sentence between the others, in words of some length. '.repeat(5),
          },
        ],
      }),
    );
    for (const { x, width } of texts) expect(x + width).toBeLessThan(186);
    expect(textsOf(texts)).toContain(`${'9'.repeat(20)}`);
  });
});

describe('a 办件单', () => {
  test('has office, title and the line of facts above one table, and its foot below', async () => {
    const texts = await drawTexts(buildSheet());
    expect(pagesOf(texts)).toBe(1);
    const drawnText = textsOf(texts);
    const parts = [
      '淳安县信访局',
      '群众来信办件单',
      '流水号2026000186紧急程度紧急办理状态已办结',
      '来信标题明珠新村',
      '信访人**仙联系电话154****0012反映人数2人',
      '涉及人员',
      '第1人洪家桥村',
      '受理意见',
      '签名赵敏2026-10-1409:20',
      '签发意见',
      '𠮷㛃䶮',
      '个人信息已脱敏。',
      '打印人：刘洋（办信科）第1页共1页打印时间：2026-11-2015:02',
    ];
    expect(parts.filter((part) => !drawnText.includes(part))).toEqual([]);
    // Empty values take no line.
    expect(drawnText).not.toContain('备注');
    const title = find(texts, '群众来信办件单');
    expect(title.size).toBe(18);
    expect(title.x + title.width / 2).toBeCloseTo(105, 0);
    for (const { x, width } of texts) {
      expect(x).toBeGreaterThan(17.9);
      expect(x + width).toBeLessThan(192.5);
    }
  });

  test('repeats head, foot and the label of a continued section on every page', async () => {
    const texts = await drawTexts(buildSheet(120));
    const pages = pagesOf(texts);
    expect(pages).toBeGreaterThan(2);
    for (let page = 1; page <= pages; page += 1) {
      const drawnText = textsOf(onPage(texts, page));
      expect(drawnText).toContain('群众来信办件单');
      expect(drawnText).toContain(`第${page}页共${pages}页`);
      expect(drawnText).toContain('涉及人员姓名工作单位');
    }
    const names = texts.filter(({ text }) => /^第\d+人$/.test(text.trim()));
    expect(names).toHaveLength(120);
  });

  test('keeps an opinion together with its signature, at least 60 pixels high', async () => {
    for (const rows of [24, 25, 26, 27, 28, 29, 30, 31]) {
      const texts = await drawTexts(buildSheet(rows));
      const [opinion, name, next] = [find(texts, '符合受理'), find(texts, '赵敏'), find(texts, '同意，签发')];
      expect(name.page).toBe(opinion.page);
      if (next.page === opinion.page)
        expect(next.y - opinion.y).toBeGreaterThanOrEqual((48 / 72) * 25.4 - 0.1);
    }
  });

  test('repeats the label of an opinion on each of its pages', async () => {
    const sheet = buildSheet();
    const long = sheet.body.map((block) =>
      block.kind === 'opinion' && block.label === '受理意见'
        ? { ...block, text: '会同检验人员现场检查。'.repeat(300) }
        : block,
    );
    const texts = await drawTexts({ ...sheet, body: long });
    expect(pagesOf(texts)).toBeGreaterThan(1);
    const first = find(texts, '受理意见').page;
    for (let page = first; page <= find(texts, '赵敏').page; page += 1) {
      expect(textsOf(onPage(texts, page))).toContain('受理意见');
    }
  });
});
