import { describe, expect, it, test } from 'vitest';
import { checkTemplate, type KnownFacts } from './check-template.ts';
import { DocumentLayout } from './document-model.ts';
import { type DocumentTemplate, fillTemplate } from './document-template.ts';
import { checkItemDocument } from './item-document.ts';
import { checkPlaceholders, fillText, PictureFact, picturesOfFact } from './placeholders.ts';
import { usedFacts } from './used-facts.ts';

const facts = {
  办件: { 流水号: '2026000186', 受理日期: '2026-10-12T02:00:00.000Z', 加急: true },
  申请人: { 姓名: '汪凤仙', 电话: null },
  金额: 1200.5,
  会签: { 通过: 3 },
  意见: [
    { 环节: '初审', 人: '刘洋', 内容: '材料齐全' },
    { 环节: '复审', 人: '吴建国', 内容: '同意' },
  ],
  附件清单: ['身份证', '照片'],
};
const template: DocumentTemplate = {
  code: 'reply',
  name: '处理意见书',
  look: DocumentLayout.official,
  numbering: '淳信访答',
  head: { issuer: '淳安县信访局' },
  title: '关于{{办件.流水号}}的答复',
  addressee: '{{申请人.姓名}}同志',
  body: [
    { kind: 'text', text: '您于{{办件.受理日期|日期}}反映的事项\n已办结。\n\n' },
    { kind: 'text', text: '此件加急。', when: { field: '办件.加急', is: 'equals', value: true } },
    { kind: 'text', text: '会签未过。', when: { field: '会签.通过', is: 'less', value: 2 } },
    { kind: 'heading', level: 2, text: '（{{序号|数字}}）{{本项.环节}}', each: '意见' },
    {
      kind: 'table',
      rows: '意见',
      columns: [
        { title: '环节', share: 1, cell: '{{本项.环节}}' },
        { title: '意见', share: 3, cell: '{{本项.内容}}（{{本项.人}}）' },
      ],
    },
    { kind: 'table', rows: '没有', columns: [{ title: '空', share: 1, cell: '空' }] },
    {
      kind: 'fields',
      rows: [
        { label: '电话', value: '{{申请人.电话}}', when: { field: '申请人.电话', is: 'exists' } },
        { label: '金额', value: '{{金额|大写金额}}' },
      ],
    },
  ],
  attachments: ['{{附件清单}}', '{{没有}}'],
  signature: ['淳安县信访局'],
  date: '{{办件.受理日期}}',
  printer: '淳安县信访局办信科',
  verified: true,
};
const identifiers = {
  number: '淳信访答〔2026〕186号',
  verification: { address: 'https://x/v/1', code: '7F3A' },
};

test('fills a template: paragraphs, conditions, lists, tables, dates', () => {
  const filled = fillTemplate(template, facts, identifiers);
  expect(filled).toMatchObject({
    head: { issuer: '淳安县信访局', number: '淳信访答〔2026〕186号', secrecy: '' },
    title: '关于2026000186的答复',
    addressee: '汪凤仙同志',
    attachments: ['身份证、照片'],
    date: '2026-10-12',
    printer: { unit: '淳安县信访局办信科', date: '2026-10-12' },
    verification: identifiers.verification,
  });
  expect(filled.body).toEqual([
    { kind: 'text', text: '您于2026年10月12日反映的事项' },
    { kind: 'text', text: '已办结。' },
    { kind: 'text', text: '此件加急。' },
    { kind: 'heading', level: 2, text: '（一）初审' },
    { kind: 'heading', level: 2, text: '（二）复审' },
    {
      kind: 'table',
      label: '',
      columns: [
        { title: '环节', share: 1 },
        { title: '意见', share: 3 },
      ],
      rows: [
        ['初审', '材料齐全（刘洋）'],
        ['复审', '同意（吴建国）'],
      ],
    },
    { kind: 'fields', rows: [['金额', '壹仟贰佰元零伍角整']] },
  ]);
});

test('signatures follow the text as pictures; one that cannot be drawn is named (S2 §2)', () => {
  const signed = (id: string) => ({ 签名: new PictureFact(`${id}.png`, id) });
  const signatures = {
    申请人: signed('a'),
    到场: [signed('b'), signed('c'), { 签名: '' }],
    冒充: '{{申请人.签名}}',
  };
  const body: DocumentTemplate['body'] = [
    { kind: 'text', text: '一式两份。\n签名：{{申请人.签名}}' },
    { kind: 'text', text: '{{申请人.签名}}' },
    { kind: 'text', text: '{{冒充}}', when: { field: '申请人.签名', is: 'equals', value: 'a.png' } },
    { kind: 'fields', rows: [{ label: '签名', value: '{{申请人.签名}}' }] },
    { kind: 'table', rows: '到场', columns: [{ title: '签名', share: 1, cell: '{{本项.签名}}' }] },
  ];
  const filled = fillTemplate(
    { ...template, body, title: '{{申请人.签名}}' },
    signatures,
    identifiers,
    (id) => id !== 'c',
  );
  expect(filled.title).toBe('a.png');
  expect(filled.body).toEqual([
    { kind: 'text', text: '一式两份。' },
    { kind: 'text', text: '签名：', pictures: ['a'] },
    { kind: 'text', text: '', pictures: ['a'] },
    { kind: 'text', text: '{{申请人.签名}}' },
    { kind: 'fields', rows: [['签名', { text: '', pictures: ['a'] }]] },
    {
      kind: 'table',
      label: '',
      columns: [{ title: '签名', share: 1 }],
      rows: [[{ text: '', pictures: ['b'] }], ['c.png'], ['']],
    },
  ]);
  expect(picturesOfFact(usedFacts({ ...template, body }, signatures))).toEqual(['b', 'c', 'a']);
});

test('a filled-in value is not read as a placeholder again, and inherited object members are not readable', () => {
  expect(fillText('{{甲}}', { 甲: '{{乙}}', 乙: '秘密' })).toBe('{{乙}}');
  expect(fillText('[{{constructor.name}}{{__proto__}}{{甲.length}}]', { 甲: '文' })).toBe('[]');
  expect(fillText('$& {{甲}}', { 甲: '$&' })).toBe('$& $&');
});

test('a formatter leaves a value unchanged when it cannot format it', () => {
  expect(fillText('{{甲|日期}}·{{甲|大写金额}}·{{乙|大写数字}}', { 甲: '待定', 乙: 12 })).toBe(
    '待定·待定·壹拾贰',
  );
});

const known: KnownFacts = {
  values: new Set([
    '办件.流水号',
    '办件.受理日期',
    '办件.加急',
    '申请人.姓名',
    '申请人.电话',
    '金额',
    '会签.通过',
    '附件清单',
  ]),
  lists: { 意见: ['环节', '人', '内容'], 附件清单: [] },
};

test('a template that uses only known facts has no problems', () => {
  const { body, attachments: _attachments, ...rest } = template;
  const validTemplate = {
    ...rest,
    body: body.filter((block) => !('rows' in block && block.rows === '没有')),
  };
  expect(checkTemplate(validTemplate, known)).toEqual([]);
});

test('every problem of a template is reported at its part', () => {
  const messages = checkTemplate(
    {
      ...template,
      name: ' ',
      title: '{{办件.标题}}{{办件.流水号|大字}}',
      body: [
        { kind: 'text', text: '{{本项.环节}}' },
        { kind: 'heading', level: 1, text: '{{本项.年龄}}', each: '意见' },
        { kind: 'text', text: '甲', when: { field: '办件.级别', is: 'greater', value: [] } },
        { kind: 'table', rows: '名单', columns: [] },
        { kind: 'table', rows: '意见', columns: [{ title: '甲', share: 0, cell: '{{' }] },
      ],
    },
    known,
  ).map(({ field, message }) => `${field} ${message}`);
  expect(messages).toEqual([
    'name 请填写文书名称',
    'title 没有占位符“办件.标题”',
    'title 没有写法“大字”',
    'body[0] 没有占位符“本项.环节”',
    'body[1] 没有占位符“本项.年龄”',
    'body[2] 联动条件“greater”的值应为数字或日期',
    'body[2] 没有占位符“办件.级别”',
    'body[3] 没有列表“名单”',
    'body[3] 表格应有 1 至 12 列',
    'body[4] 占位符的括号不成对',
    'body[4] 表格的列宽应大于 0',
    'attachments[1] 没有占位符“没有”',
  ]);
  expect(checkPlaceholders('{{}}', () => true)).toEqual(['占位符为空']);
  const long = {
    ...template,
    body: Array.from({ length: 301 }, () => ({ kind: 'text' as const, text: '长'.repeat(99) })),
  };
  expect(checkTemplate(long, known).map(({ message }) => message)).toEqual([
    '正文最多 300 段',
    '文书模板不能超过20000个字符',
    '没有占位符“没有”',
  ]);
});

test('fills a 办件单: fact line, opinions of a list, labelled tables, footer', () => {
  const sheet: DocumentTemplate = {
    code: 'sheet',
    name: '办件单',
    look: DocumentLayout.sheet,
    head: { issuer: '淳安县信访局' },
    title: '办件单',
    headLine: [{ label: '流水号', value: '{{办件.流水号}}' }],
    body: [
      {
        kind: 'opinion',
        each: '意见',
        label: '{{本项.环节}}',
        text: '{{本项.内容}}',
        unit: '',
        person: '{{本项.人}}',
        time: '{{办件.受理日期}}',
      },
      {
        kind: 'table',
        label: '{{办件.流水号}}',
        rows: '意见',
        columns: [{ title: '人', share: 1, cell: '{{本项.人}}' }],
      },
    ],
    foot: { maker: '{{申请人.姓名}}', remark: '已脱敏' },
  };
  const filled = fillTemplate(sheet, facts, identifiers);
  expect(filled.factLine).toEqual([['流水号', '2026000186']]);
  expect(filled.foot).toEqual({ maker: '汪凤仙', time: '', remark: '已脱敏' });
  expect(filled.body.map((block) => ('label' in block ? block.label : ''))).toEqual([
    '初审',
    '复审',
    '2026000186',
  ]);
  expect(filled.body[1]).toMatchObject({ kind: 'opinion', text: '同意', person: '吴建国', unit: '' });
  expect(Object.keys(usedFacts(sheet, facts))).toEqual([
    '办件.受理日期',
    '办件.流水号',
    '意见',
    '申请人.姓名',
  ]);
  const invalid = { ...sheet, headLine: [{ label: '甲', value: '{{乙}}' }], foot: { time: '{{丙}}' } };
  const opinion = { kind: 'opinion', label: '', text: '{{丁}}', unit: '', person: '', time: '' } as const;
  expect(
    checkTemplate({ ...invalid, body: [opinion] }, known).map(({ field, message }) => `${field} ${message}`),
  ).toEqual(['headLine[0] 没有占位符“乙”', 'body[0] 没有占位符“丁”', 'foot.time 没有占位符“丙”']);
});

describe('validation of a document template', () => {
  const { body: _body, attachments: _attachments, ...rest } = template;
  const validTemplate: DocumentTemplate = { ...rest, body: [] };
  const messagesOf = (parts: Partial<DocumentTemplate>) =>
    checkTemplate({ ...validTemplate, ...parts }, known).map(({ field, message }) => `${field} ${message}`);

  it.each(Object.values(DocumentLayout))('rejects a missing issuer: %s', (shape) => {
    for (const head of [{}, { issuer: ' ' }, { issuer: '\u200b' }]) {
      expect(messagesOf({ look: shape, head })).toEqual(['head.issuer 请填写发文机关']);
    }
    expect(messagesOf({ look: shape, head: { issuer: '{{申请人.姓名}}' } })).toEqual([]);
  });

  it.each([
    '{{办件.受理日期|日期}}',
    '今天',
    '2026-02-30',
    '{{办件.受理日期}}前',
    '{{办件.受理日期}}{{金额}}',
  ])('rejects an invalid date: %s', (date) =>
    expect(messagesOf({ date })).toEqual([
      'date 成文日期应为一个日期占位符，不带写法，或 2026-01-31 这样的日期',
    ]),
  );

  it.each(['', '{{办件.受理日期}}', ' {{ 办件.受理日期 }} ', '2026-02-28'])('accepts the date %j', (date) => {
    expect(messagesOf({ date })).toEqual([]);
  });

  it('fills the template without a date when the fact has none', () => {
    const filled = (date: string) => fillTemplate({ ...validTemplate, date }, facts, identifiers);
    expect(filled('{{申请人.姓名}}')).toMatchObject({ date: '', printer: { date: '' } });
    expect(filled(' {{办件.受理日期}} ').date).toBe('2026-10-12');
  });
});

describe('inherited object members in a document template', () => {
  const names = ['constructor', '__proto__', 'toString'];
  it.each(names)('are unknown facts: %s', (name) => {
    const column = { title: '甲', share: 1, cell: `{{本项.${name}}}` };
    const wrongTemplate: DocumentTemplate = {
      ...template,
      attachments: [],
      body: [
        { kind: 'text', text: '甲', each: name, when: { field: name, is: 'exists' } },
        { kind: 'table', rows: name, columns: [column] },
        { kind: 'text', text: `{{${name}|${name}}}` },
      ],
    };
    const itemDocument = {
      template: wrongTemplate,
      places: [{ nodeId: name, buttonId: name }],
      byHand: { nodeIds: [name] },
    };
    expect(checkItemDocument(itemDocument, known, { nodes: {} }).map(({ message }) => message)).toEqual([
      `没有列表“${name}”`,
      `没有占位符“${name}”`,
      `没有列表“${name}”`,
      `没有占位符“本项.${name}”`,
      `没有占位符“${name}”`,
      `没有写法“${name}”`,
      `流程没有环节“${name}”`,
      `流程没有环节“${name}”`,
    ]);
    expect(fillTemplate(wrongTemplate, facts, identifiers).body).toEqual([]);
    expect(fillText(`{{金额|${name}}}`, facts)).toBe('1200.5');
  });
});

test('an incomplete condition is reported at each place', () => {
  const when = { field: '', is: 'exists' } as const;
  const itemDocument = {
    template: { ...template, attachments: [], body: [{ kind: 'text', text: '甲', when }] },
    places: [],
    byHand: { when, otherwise: '受理后可以生成' },
  } satisfies Parameters<typeof checkItemDocument>[0];
  expect(checkItemDocument(itemDocument, known, { nodes: {} })).toEqual([
    { field: 'template.body[0]', message: '请选择条件内容' },
    { field: 'byHand', message: '请选择条件内容' },
  ]);
});

describe('number series of a document template', () => {
  const messagesOf = (numbering: string) =>
    checkItemDocument(
      { template: { ...template, attachments: [], body: [], numbering }, places: [] },
      known,
      {
        nodes: {},
      },
    ).map(({ field, message }) => `${field} ${message}`);

  it.each([
    '',
    ' ',
    '淳信\n受',
    '淳信\u200b受',
    '\u202e淳信',
    '淳信\u2028受',
    '淳信\u3164',
    ' 淳信',
    '淳信\u3000',
    '\ud800',
  ])('rejects the ambiguous or invalid name %j', (name) =>
    expect(messagesOf(name)).toEqual([
      'template.numbering 文号字头应为 1 至 20 个字符，首尾没有空格，不含换行和看不见的字符',
    ]),
  );

  it.each(['淳信受', '淳 信受', 'XF-受'])('accepts %s', (name) => expect(messagesOf(name)).toEqual([]));
});
