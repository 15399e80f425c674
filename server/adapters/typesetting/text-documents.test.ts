import { afterAll, expect, test } from 'vitest';
import { DocumentLayout, type OfficialDocument } from '#domain/documents/document-model.ts';
import { buildDocument, buildSheet } from '#test/world/drawn-documents.ts';
import { unzip } from '#test/world/unzip.ts';
import { createTextDocuments } from './text-documents.ts';

const texts = createTextDocuments();
afterAll(() => texts.stop());

async function writeDocument(document: OfficialDocument) {
  const parts = unzip(Buffer.from(await texts.write(document, 'zhang')));
  const body = parts.get('word/document.xml') ?? '';
  return { parts, body, wholeText: textsOf(body) };
}

/** Returns the text of an XML part, a line for each paragraph. */
function textsOf(xml: string): string {
  return xml
    .split('</w:p>')
    .map((one) => [...one.matchAll(/<w:t(?: [^>]*)?>([^<]*)<\/w:t>/g)].map(([, text]) => text).join(''))
    .join('\n')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}

const whole = buildDocument({
  head: {
    issuer: '淳安县信访局',
    copyNumber: '000001',
    secrecy: '秘密★1年',
    urgency: '特急',
    signatory: '吴建国',
    number: '淳信访答〔2026〕186号',
  },
  body: [
    { kind: 'heading', level: 1, text: '一、情况' },
    { kind: 'heading', level: 2, text: '（一）经过' },
    { kind: 'text', text: '现答复如下。' },
    { kind: 'fields', rows: [['申请人', '龑喆堃㛃䶮𠮷']] },
    { kind: 'table', label: '', columns: [{ title: '环节', share: 1 }], rows: [['初审'], ['复审']] },
    {
      kind: 'opinion',
      label: '主办意见',
      text: '同意。',
      unit: '住建局',
      person: '徐军',
      time: '2026-10-26 15:47',
    },
  ],
  attachments: ['指令书', '照片'],
  note: '此件公开发布',
  copies: '县住房和城乡建设局',
  printer: { unit: '办信科', date: '2026-10-09' },
  verification: { address: 'https://portal.test/verify/7F3A', code: '7F3A 91C2' },
});

test('a text document contains all parts of the PDF, in the same order', async () => {
  const { wholeText, parts } = await writeDocument(whole);
  const expectedTexts = [
    '000001',
    '秘密★1年',
    '特急',
    '淳安县信访局',
    '淳信访答〔2026〕186号签发人：吴建国',
    '关于电梯维修问题的答复',
    '汪凤仙同志：',
    '一、情况',
    '（一）经过',
    '现答复如下。',
    '申请人',
    '龑喆堃㛃䶮𠮷',
    '环节',
    '初审',
    '复审',
    '主办意见',
    '住建局　徐军　2026-10-26 15:47',
    '附件：1. 指令书',
    '2. 照片',
    '2026年10月9日',
    '（此件公开发布）',
    '核验码　7F3A 91C2',
    '抄送：县住房和城乡建设局。',
    '办信科2026年10月9日印发',
  ];
  const places = expectedTexts.map((part) => wholeText.indexOf(part));
  expect(expectedTexts.filter((_part, index) => places[index] === -1)).toEqual([]);
  expect(places).toEqual([...places].sort((left, right) => left - right));
  expect([...parts.keys()].filter((name) => /^word\/media\/.*\.png$/.test(name))).toHaveLength(1);
});

test('a text document has the page size, lines and fonts of the standard', async () => {
  const { body, parts } = await writeDocument(whole);
  // A4; margins 37 mm at the top, 28 mm at the left; 22 lines over 225 mm; in twentieths of a point.
  expect(body).toContain('<w:pgSz w:w="11906" w:h="16838"');
  expect(body).toMatch(/<w:pgMar w:top="2098" w:right="1474" w:bottom="1984" w:left="1587"/);
  expect(body).toMatch(/<w:docGrid w:type="lines" w:linePitch="580"/);
  // Twenty-eight characters of 16 pt in 156 mm.
  const spacing = Number(/<w:spacing w:val="(-?\d+)"\/>/.exec(body)?.[1]) / 20;
  expect((28 * (16 + spacing) * 25.4) / 72).toBeCloseTo(156, 0);
  expect(body).toMatch(/w:eastAsia="方正小标宋简体"[^>]*\/><w:color w:val="B8232A"\/>/);
  expect(body).toContain('w:eastAsia="仿宋_GB2312"');
  expect(body).toContain('w:eastAsia="楷体_GB2312"');
  expect(body).toContain('w:eastAsia="黑体"');
  expect(body).toMatch(/<w:bottom w:val="single" w:color="B8232A"/);
  // Page numbers at the outer edges.
  expect(parts.get('word/settings.xml')).toContain('<w:evenAndOddHeaders');
  const feet = [...parts].filter(([name]) => name.startsWith('word/footer')).map(([, xml]) => xml);
  expect(feet.filter((xml) => xml.includes('PAGE') && xml.includes('w:val="right"'))).toHaveLength(1);
  expect(feet.filter((xml) => xml.includes('PAGE') && xml.includes('w:val="left"'))).toHaveLength(1);
});

test('the first page of a 便函 has a double rule and no number', async () => {
  const { body, parts } = await writeDocument({ ...whole, look: DocumentLayout.letter });
  expect(body).toContain('<w:titlePg/>');
  expect(body).toContain('w:val="thickThinSmallGap"');
  const reference = /<w:footerReference w:type="first" r:id="(\w+)"/.exec(body)?.[1];
  const file = new RegExp(
    `Id="${reference}"[^>]*Target="([^"]+)"|Target="([^"]+)"[^>]*Id="${reference}"`,
  ).exec(parts.get('word/_rels/document.xml.rels') ?? '');
  expect(parts.get(`word/${file?.[1] ?? file?.[2]}`)).not.toContain('PAGE');
});

test('a 办件单 has its head and foot on every page, and short values in one line', async () => {
  const { body, wholeText, parts } = await writeDocument(buildSheet(60));
  const heads = [...parts].filter(([name]) => name.startsWith('word/header')).map(([, xml]) => textsOf(xml));
  expect(heads.join('')).toContain('群众来信办件单');
  expect(heads.join('')).toContain('流水号　2026000186');
  const feet = [...parts].filter(([name]) => name.startsWith('word/footer')).map(([, xml]) => xml);
  expect(textsOf(feet.join(''))).toContain('打印人：刘洋（办信科）');
  expect(feet.join('')).toContain('NUMPAGES');
  const row = body.split('<w:tr>').find((one) => one.includes('154****0012'));
  expect(row).toContain('**仙');
  expect(row).toContain('2 人');
  expect(wholeText).not.toContain('备注');
  expect(wholeText).toContain('第60人');
  expect(wholeText).toContain('　𠮷㛃䶮　　2026-10-14 09:20');
  // The heading of the list is repeated on the next page, and no opinion is separated from its signature.
  expect(body).toContain('<w:tblHeader/>');
  expect(body.split('<w:tr>').find((one) => one.includes('符合受理条件'))).toContain('<w:cantSplit/>');
});

test('user input stays text, whatever XML syntax it contains', async () => {
  const hostile = ['<w:p/>', '&amp;&lt;', ']]>', '"\'', '\u0000\u0008\u000b退格\ufffe', '{{办件.标题}}'];
  const { wholeText, body } = await writeDocument(
    buildDocument({
      title: hostile[0] ?? '',
      body: hostile.map((text) => ({ kind: 'text', text })),
      attachments: hostile,
    }),
  );
  for (const text of ['<w:p/>', '&amp;&lt;', ']]>', '"\'', '退格', '{{办件.标题}}'])
    expect(wholeText).toContain(text);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: characters that XML cannot contain
  expect(body).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
});

test('invisible characters, and characters that XML does not allow, are omitted', async () => {
  const text = '\u202e反映\u0001电\ud800梯\ufffe\u200b停用';
  const { body, wholeText } = await writeDocument(
    buildDocument({ title: text, body: [{ kind: 'text', text }] }),
  );
  expect(wholeText.split('反映电梯停用')).toHaveLength(3);
  expect(body).not.toMatch(/[\p{Cf}\p{Cs}\ufffe]|[^\P{Cc}\n\t\r]/u);
});
