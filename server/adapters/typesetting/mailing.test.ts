import { afterAll, describe, expect, it } from 'vitest';
import { envelopes } from '#domain/mailing/envelopes.ts';
import { labelPlaces, labelSheets } from '#domain/mailing/label-sheets.ts';
import { readPdf } from '#test/world/read-pdf.ts';
import type { Mailing } from './drawable-mailing.ts';
import { createTypesetter } from './typesetter.ts';

const typesetter = createTypesetter();
afterAll(() => typesetter.stop());

const sender = {
  postcode: '314100',
  address: '淳安县环湖北路 1 号',
  name: '淳安县信访局',
  phone: '0571-64812345',
};
const addressees = Array.from({ length: 23 }, (_, index) => ({
  postcode: index % 2 === 0 ? '311700' : '',
  address: `浙江省杭州市淳安县千岛湖镇新安大街 ${index + 1} 号`,
  name: `收件人${index + 1} 先生（收）`,
}));
const noShift = { right: 0, down: 0 };
const drawPages = async (mailing: Mailing) => {
  const { pdf, pages } = await typesetter.drawMailing(mailing, 'zhang');
  return { pages, texts: await readPdf(pdf) };
};
/** Returns the text as read, without the spaces that the PDF reader guesses. */
const textsOf = (texts: readonly { text: string }[]) =>
  texts
    .map(({ text }) => text)
    .join('')
    .replaceAll(/\s/g, '');
const isIn = (value: number, from: number, length: number) => value >= from && value <= from + length;

describe('labels on sheets, measured', () => {
  it.each(Object.entries(labelSheets))(
    'have all their text within their own label: %s',
    async (name, grid) => {
      const layout = { kind: 'labels', sheet: name as keyof typeof labelSheets, first: 3 } as const;
      const { texts, pages } = await drawPages({ layout, addressees, sender, shift: noShift });
      const places = labelPlaces(grid, addressees.length, 3);
      expect(pages).toBe((places.at(-1)?.sheet ?? 0) + 1);
      for (const [index, place] of places.entries()) {
        const lines = texts.filter(
          ({ page, x, y }) =>
            page === place.sheet + 1 && isIn(x, place.x, grid.width) && isIn(y, place.y, grid.height),
        );
        const text = textsOf(lines);
        expect(text).toContain(`收件人${index + 1}先生（收）`);
        expect(text.includes('311700')).toBe(index % 2 === 0);
        for (const { x, width } of lines) expect(x + width).toBeLessThanOrEqual(place.x + grid.width);
      }
      // There is no text before the first free label, and none between the labels.
      const expectedTexts = addressees.map(({ postcode, address, name: addresseeName }) => ({
        text: postcode + address + addresseeName,
      }));
      expect(textsOf(texts)).toHaveLength(textsOf(expectedTexts).length);
    },
  );

  it('use a smaller font for long texts, and apply the printer offset', async () => {
    const long = { ...sender, address: `浙江省${'很长的地址'.repeat(58)}`, name: '王五' };
    const layout = { kind: 'labels', sheet: 'of24', first: 1 } as const;
    const { texts } = await drawPages({ layout, addressees: [long], sender, shift: { right: 2, down: -1 } });
    const { width, height } = labelSheets.of24;
    expect(textsOf(texts)).toContain('王五');
    for (const text of texts) {
      expect(isIn(text.x, 2, width)).toBe(true);
      expect(isIn(text.y, -1, height)).toBe(true);
    }
  });
});

describe('envelopes, measured', () => {
  it.each(Object.entries(envelopes))(
    'have the addressee in the middle and the sender below: %s',
    async (size, sizes) => {
      const layout = { kind: 'envelopes', size: size as keyof typeof envelopes, boxes: true } as const;
      const some = addressees.slice(0, 3);
      const { texts, pages } = await drawPages({ layout, addressees: some, sender, shift: noShift });
      expect(pages).toBe(3);
      const first = texts.filter(({ page }) => page === 1);
      const [name] = first.filter(({ text }) => text.includes('收件人'));
      const [from] = first.filter(({ text }) => text.includes('淳安县信访局'));
      if (!name || !from) throw new Error('The addressee or the sender is missing');
      expect(isIn(name.y, sizes.height * 0.3, sizes.height * 0.4)).toBe(true);
      expect(from.y).toBeGreaterThan(name.y + 5);
      expect(from.size).toBeLessThan(name.size);
      // Six digits in their boxes, nine millimetres apart, from 12 mm on.
      const figures = first.filter(({ text, y }) => /^\d$/.test(text) && y < 20);
      expect(figures.map(({ text }) => text).join('')).toBe('311700');
      for (const [index, { x, width }] of figures.entries())
        expect(x + width / 2).toBeCloseTo(12 + 3.5 + 9 * index, 0);
      for (const { x, y, width } of first) {
        expect(x).toBeGreaterThan(5);
        expect(x + width).toBeLessThan(sizes.width - 5);
        expect(isIn(y, 5, sizes.height - 10)).toBe(true);
      }
    },
  );
});

describe('a waybill, measured', () => {
  it('carries the number and only name, telephone and address of both sides, within its page', async () => {
    const receiver = {
      name: '余小利',
      phone: '13800016620',
      address: `浙江省杭州市淳安县汾口镇${'商业街'.repeat(40)}8 号`,
    };
    const from = { name: '淳安县政务服务中心', phone: '0571-64800000', address: '淳安县环湖北路 1 号' };
    const { pdf, pages } = await typesetter.drawWaybill(
      { mailNum: '1035000000001', receiver, sender: from },
      'zhang',
    );
    const texts = await readPdf(pdf);
    expect(pages).toBe(1);
    expect(textsOf(texts)).toBe(
      ['1035000000001', '收件', ...Object.values(receiver), '寄件', ...Object.values(from)]
        .join('')
        .replaceAll(' ', ''),
    );
    for (const { x, y, width } of texts) {
      expect(isIn(x, 4, 92) && isIn(x + width, 4, 92)).toBe(true);
      expect(isIn(y, 5, 140)).toBe(true);
    }
  });
});
