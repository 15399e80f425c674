import { setTimeout } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { ItemDocumentShape } from '#contract/item-document.ts';
import { fillTemplate } from '#domain/documents/document-template.ts';
import type { ItemDocument } from '#domain/documents/item-document.ts';
import { orderFacts } from '#domain/documents/order-facts.ts';
import { createTypesetter } from '#server/adapters/typesetting/typesetter.ts';
import { readPdf } from '#test/world/read-pdf.ts';
import { scannedMaterial } from './demo/scanned-materials.ts';
import { listSeedFiles, readSeedJson } from './office.ts';

/** Tests the documents of the three items, drawn from an order whose forms are still empty. */

const typesetter = createTypesetter();
afterAll(() => typesetter.stop());
const documents = listSeedFiles('documents').flatMap((file) =>
  readSeedJson<{ documents: unknown[] }>(`documents/${file}`).documents.map(
    (storedDocument): [string, ItemDocument] => {
      const document = ItemDocumentShape.parse(storedDocument);
      return [`${file.replace('.json', '')} ${document.template.name}`, document];
    },
  ),
);
const facts = orderFacts({
  office: { name: '淳安县信访局', address: '千岛湖镇排岭南路1号', phone: '0571-64810001' },
  today: '2026-11-02',
  order: {
    code: '2026000186',
    title: '明珠新村电梯长期带病运行，请求启用维修资金',
    itemName: '群众来信办理',
    receivedOn: '2026-10-12',
    acceptedOn: '2026-10-14',
    dueOn: '2026-12-09',
    concludedOn: '',
    urgency: '普通',
    status: '待签发',
    situations: [],
  },
  applicant: {
    name: '汪凤仙',
    sex: '2',
    applicantType: '1',
    typeLabel: '个人',
    certCategoryLabel: '居民身份证',
    certCode: '330127196803059987',
    mobile: '15412340012',
    address: '',
  },
  forms: {},
  handler: { name: '吴建国', orgName: '淳安县信访局', phone: '' },
  step: { button: '办理', opinion: '同意。', node: '办理' },
  opinions: [
    {
      nodeId: 'examine',
      node: '受理审查',
      handler: '赵敏',
      orgName: '办信科',
      result: '受理',
      opinion: '符合受理条件。',
      at: '2026-10-14 09:20',
    },
  ],
  votes: [],
  missingPapers: [{ name: '授权委托书', copies: 1, note: '' }],
  attachments: ['来信扫描件.pdf'],
});

test('the scan of a letter is a small page with its text, the same each time', async () => {
  const letter = {
    letterTitle: '反映三号楼电梯停运',
    letterDate: '2026-10-12',
    summary: '小区三号楼电梯停运两周，物业一直没有维修。',
    demand: '请督促物业公司尽快修好电梯。',
  };
  const facts = { sender: '钱学礼', at: new Date('2026-10-14T03:00:00Z') };
  const scan = scannedMaterial('来信扫描件.pdf', { content: letter }, facts);
  const { pdf, pages } = await typesetter.drawScan(scan, 'zhang');
  const text = (await readPdf(pdf)).map((line) => line.text).join('');
  for (const part of [letter.letterTitle, letter.summary, letter.demand, '来信人：钱学礼', '收文'])
    expect(text.replaceAll(/\s/g, '')).toContain(part);
  expect(pages).toBe(1);
  expect(pdf.length).toBeLessThan(60_000);
  // In another second.
  await setTimeout(1_100);
  expect((await typesetter.drawScan(scan, 'zhang')).pdf).toEqual(pdf);
  const other = scannedMaterial('授权委托书.pdf', { content: {} }, facts);
  expect(other).toMatchObject({ title: '授权委托书', writtenOn: '2026年10月14日' });
});

describe('demo documents', () => {
  test('include a 办件单 and the letters of each item', () => {
    expect(documents.map(([name]) => name)).toEqual([
      'congress-proposal 收件回执',
      'congress-proposal 建议交办函',
      'congress-proposal 代表建议答复意见书',
      'congress-proposal 办件单',
      'permit-application 收件回执',
      'permit-application 受理通知书',
      'permit-application 不予受理通知书',
      'permit-application 补正告知书',
      'permit-application 容缺受理通知书',
      'permit-application 补正材料一次性告知书',
      'permit-application 准予行政许可决定书',
      'permit-application 不予行政许可决定书',
      'permit-application 送达回证',
      'permit-application 办件单',
      'permit-application 特别程序告知书',
      'permit-application 中止办理告知书',
      'permit-application 延长办理期限告知书',
      'permit-application 缴款通知书',
      'permit-application 退费通知书',
      'petition-letter 收件回执',
      'petition-letter 受理告知书',
      'petition-letter 不予受理告知书',
      'petition-letter 补正材料一次性告知书',
      'petition-letter 转送函',
      'petition-letter 处理意见书',
      'petition-letter 办件单',
      'petition-letter 督办通知书',
      'petition-letter 督办答复书',
      'petition-letter 亮牌通知书',
    ]);
  });

  test.each(documents.filter(([name]) => name.endsWith('收件回执')))(
    '%s contains the due date and the contact, and no missing query page',
    (_name, { template }) => {
      const { body } = fillTemplate(template, facts, {
        number: '',
        verification: { address: 'https://portal.test/verify/7F3A', code: '7F3A 91C2' },
      });
      const text = JSON.stringify(body);
      expect(text).toContain('2026年12月9日');
      expect(text).toContain('0571-64810001');
      expect(text).toContain('2026000186');
      expect(text).not.toMatch(/查询码|扫码查询|凭流水号查询/);
    },
  );

  test.each(documents)(
    '%s fits its page and contains its number and code, but no unmasked value',
    async (_name, { template }) => {
      const filled = fillTemplate(template, facts, {
        number: template.numbering ? `${template.numbering}〔2026〕18号` : '',
        verification: { address: 'https://portal.test/verify/7F3A', code: '7F3A 91C2' },
      });
      const texts = await readPdf((await typesetter.draw(filled, 'zhang')).pdf);
      const documentText = texts
        .map(({ text }) => text)
        .join('')
        .replaceAll(/\s/g, '');
      for (const { x, width } of texts) expect(x + width).toBeLessThan(193);
      expect(documentText).not.toMatch(/\{\{|undefined|null/);
      // Unmasked numbers of certificates and telephones are never in a document.
      expect(documentText).not.toMatch(/330127196803059987|15412340012/);
      if (template.look === 'sheet') {
        expect(documentText).toContain('受理审查');
        expect(documentText).toContain('签名赵敏');
      } else {
        expect(documentText).toContain(filled.head.number.replaceAll(' ', ''));
        expect(documentText).toContain('7F3A91C2');
        expect(documentText).toContain('2026年11月2日');
        expect(template.sealed).toBe(true);
      }
    },
  );
});
