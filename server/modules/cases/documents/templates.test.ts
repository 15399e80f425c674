import { afterAll, describe, expect, test } from 'vitest';
import { documentSeries, documentTemplates } from '#contract/document-templates.ts';
import { maxDocumentsOfItem } from '#domain/documents/item-document.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import { petitionDocument, withDocuments } from '#test/world/documents.ts';
import { testOffice } from '#test/world/office.ts';
import { readWatermarks } from '#test/world/watermarks-of-pdf.ts';

/** Tests how the configuration administrator manages the documents of items (docs/decisions/0155). */

const office = await testOffice();
withDocuments(office);
const admin = office.as('xiaohan');
const taskCode = 'petition-letter';
const others = { zhaomin: 403, shenjie: 403, tianye: 403 };
const document = petitionDocument();
const invalid = petitionDocument({
  template: {
    code: 'faulty-notice',
    title: '{{表单.petition-letter.nothing}}',
    body: [{ kind: 'text', text: '{{今天|天干}}' }],
  },
  places: [
    { nodeId: 'nowhere', buttonId: 'accept' },
    { nodeId: 'examine', buttonId: 'delegate' },
    { nodeId: 'examine', buttonId: 'accept', when: { field: '办件.无此', is: 'exists' } },
  ],
  byHand: { nodeIds: ['receive', 'accepted-or-not'], when: { field: '办件.也无此', is: 'exists' } },
});
const errors = [
  ['template.title', '没有占位符“表单.petition-letter.nothing”'],
  ['template.body[0]', '没有写法“天干”'],
  ['places[0]', '流程没有环节“nowhere”'],
  ['places[2]', '没有占位符“办件.无此”'],
  ['byHand', '流程没有环节“accepted-or-not”'],
  ['byHand', '没有占位符“办件.也无此”'],
];

afterAll(async () => {
  expect(await checkInvariants(office.context.db)).toEqual([]);
});

const draft = async (code = 'receipt-of-tests') => {
  const newDocument = petitionDocument({ template: { code, name: '收件回执' } });
  return admin.done(documentTemplates.saveDraft, { body: { taskCode, document: newDocument } });
};

describeCalls(office, documentTemplates, {
  list: {
    caller: 'xiaohan',
    request: { query: { taskCode } },
    refusedFor: others,
    checkAnswer: ({ rows }) => {
      expect(rows.length).toBeGreaterThan(1);
      expect(rows.filter(({ code }) => code === 'not-accepted-notice')).toMatchObject([
        {
          taskCode,
          itemName: '群众来信办理',
          name: '不予受理告知书',
          state: 'published',
          stateLabel: '已发布',
          version: 1,
          hasDraft: false,
        },
      ]);
    },
  },
  versions: {
    caller: 'xiaohan',
    request: { query: { taskCode, code: 'not-accepted-notice' } },
    refusedFor: others,
    checkAnswer: ({ rows }) => expect(rows).toMatchObject([{ version: 1, publishedBy: '肖涵' }]),
  },
  read: {
    caller: 'xiaohan',
    request: { query: { id: 'petition-letter/not-accepted-notice:1' } },
    refusedFor: others,
    checkAnswer: (answer) => {
      expect(answer).toMatchObject({ document: { template: { numbering: '淳信不受' } }, problems: [] });
    },
  },
  facts: {
    caller: 'xiaohan',
    request: { query: { taskCode } },
    refusedFor: others,
    checkAnswer: ({ values, lists, buttons }) => {
      expect(values).toEqual(
        expect.arrayContaining([
          { path: '文号', label: '文号' },
          { path: '申请人.抬头', label: '申请人.抬头' },
          { path: '环节意见.examine.意见', label: '受理审查.意见' },
          { path: '表单.petition-letter.undertakingUnit', label: '群众来信登记表.承办单位' },
        ]),
      );
      const involved = lists.find(({ path }) => path === '表单.petition-letter.involved');
      expect(involved?.members.map(({ path }) => path)).toEqual([
        'name',
        'relation',
        'unit',
        'post',
        'phone',
      ]);
      expect(buttons).toContainEqual({
        nodeId: 'examine',
        nodeName: '受理审查',
        buttonId: 'accept',
        buttonName: '受理',
      });
    },
  },
  check: {
    caller: 'xiaohan',
    request: { body: { taskCode, document: invalid } },
    refusedFor: others,
    invalidInputs: [
      {
        makeInvalid: () => ({
          body: { taskCode, document: { ...document, places: [{ nodeId: 'examine' }] } },
        }),
        expectedProblems: [['document.places.0.buttonId', '不能为空']],
      },
    ],
    checkAnswer: ({ problems }) =>
      expect(problems.map(({ field, message }) => [field, message])).toEqual(errors),
  },
  preview: {
    caller: 'xiaohan',
    request: { body: { taskCode, document } },
    refusedFor: others,
    checkAnswer: ({ pdf }) => expect(Buffer.from(pdf, 'base64').subarray(0, 5).toString()).toBe('%PDF-'),
  },
  saveDraft: {
    caller: 'xiaohan',
    request: { body: { taskCode, document: invalid } },
    refusedFor: others,
    checkAnswer: (answer) => {
      expect(answer).toMatchObject({ state: 'draft', version: 1, savedBy: '肖涵' });
      expect(answer.problems).toHaveLength(errors.length);
    },
  },
  publish: {
    caller: 'xiaohan',
    request: async () => ({ body: { id: (await draft()).id } }),
    refusedFor: others,
    checkAnswer: (answer) => expect(answer).toMatchObject({ code: 'receipt-of-tests', state: 'published' }),
  },
  disable: {
    caller: 'xiaohan',
    request: async () => ({ body: { id: (await draft('thrown')).id, state: 'draft' } }),
    refusedFor: others,
    checkAnswer: (answer) => expect(answer).toMatchObject({ code: 'thrown', state: 'withdrawn' }),
  },
});

describe('versions of a document template', () => {
  test('an invalid one is stored as a draft and not published, with all its problems', async () => {
    const saved = await admin.done(documentTemplates.saveDraft, { body: { taskCode, document: invalid } });
    const refusal = await admin.call(documentTemplates.publish, { body: { id: saved.id } });
    expect(refusal.body.errmsg).toBe('文书模板未通过检查');
    expect(refusal.body.problems?.map(({ field, message }) => [field, message])).toEqual(errors);
  });

  test('one with an unfilled placeholder text is previewed but not published', async () => {
    const unfilled = petitionDocument({
      template: { code: 'unfilled', body: [{ kind: 'text', text: '（填写告知的内容）' }] },
    });
    const body = { taskCode, document: unfilled };
    expect((await admin.done(documentTemplates.preview, { body })).pdf).not.toBe('');
    const { id, problems } = await admin.done(documentTemplates.saveDraft, { body });
    const expected = [{ field: 'template.body[0]', message: '“（填写告知的内容）”尚未填写，请换成正式内容' }];
    expect(problems).toEqual(expected);
    expect((await admin.call(documentTemplates.publish, { body: { id } })).body.problems).toEqual(expected);
  });

  test('are published for at most fifty documents of an item', async () => {
    const { db } = office.context;
    const published = await db
      .selectFrom('document_templates')
      .selectAll()
      .where('state', '=', 'published')
      .where('task_code', '=', taskCode)
      .execute();
    const template = published[0] as (typeof published)[number];
    const copies = Array.from({ length: maxDocumentsOfItem - published.length }, (_, index) => ({
      ...template,
      id: `many-${index}`,
      code: `many-${index}`,
      content: JSON.stringify(template.content) as never,
    }));
    await db.insertInto('document_templates').values(copies).execute();
    const { id } = await draft('one-more');
    const refusal = await admin.call(documentTemplates.publish, { body: { id } });
    expect(refusal.body.problems).toEqual([
      { field: 'template.code', message: '一个事项最多发布50份文书，请先停用不再使用的文书' },
    ]);
    // A new version of a published document does not count as an additional document.
    await admin.done(documentTemplates.publish, { body: { id: (await draft('receipt-of-tests')).id } });
    await db.deleteFrom('document_templates').where('id', 'like', 'many-%').execute();
    await admin.done(documentTemplates.publish, { body: { id } });
  });

  test('only one version is in force; earlier versions stay unchanged', async () => {
    const code = 'letter';
    const write = async (title: string) => {
      const { id } = await admin.done(documentTemplates.saveDraft, {
        body: { taskCode, document: petitionDocument({ template: { code, title } }) },
      });
      return admin.done(documentTemplates.publish, { body: { id } });
    };
    await write('第一版');
    await write('第二版');
    await admin.done(documentTemplates.saveDraft, {
      body: { taskCode, document: petitionDocument({ template: { code, title: '第三版' } }) },
    });
    const { rows } = await admin.done(documentTemplates.versions, { query: { taskCode, code } });
    expect(rows.map(({ version, stateLabel }) => [version, stateLabel])).toEqual([
      [3, '草稿'],
      [2, '已发布'],
      [1, '历史版本'],
    ]);
    const first = await admin.done(documentTemplates.read, { query: { id: rows[2]?.id ?? '' } });
    expect(first.document.template.title).toBe('第一版');
    const refusal = await admin.call(documentTemplates.publish, { body: { id: rows[1]?.id ?? '' } });
    expect(refusal.body.errmsg).toBe('没有可发布的草稿');
  });
});

test('a template draft is not overwritten from an outdated version, and a duplicate code is refused', async () => {
  const body = (over?: string | null) => ({
    taskCode,
    document: petitionDocument({ template: { code: 'seen' } }),
    ...(over !== undefined && { over }),
  });
  const first = await admin.done(documentTemplates.saveDraft, { body: body(null) });
  const response = await admin.call(documentTemplates.saveDraft, { body: body(null) });
  expect(response.body).toMatchObject({ errcode: 40953, errmsg: '该事项已有这个编码的文书' });
  office.clock.forward(60_000);
  const second = await admin.done(documentTemplates.saveDraft, { body: body(first.savedAt) });
  const late = await admin.call(documentTemplates.saveDraft, { body: body(first.savedAt) });
  expect(late.body.errmsg).toMatch(/^该文书模板已由肖涵于 .* 修改$/);
  await admin.done(documentTemplates.saveDraft, { body: body(second.savedAt) });
});

test('an outdated template version is neither published nor discarded', async () => {
  const save = async (title: string) => {
    const document = petitionDocument({ template: { code: 'unseen', title } });
    office.clock.forward(60_000);
    return admin.done(documentTemplates.saveDraft, { body: { taskCode, document } });
  };
  const first = await save('甲看过的');
  const second = await save('乙改过的');
  expect(second.id).toBe(first.id);
  const outdated = { id: first.id, over: first.savedAt };
  const responses = [
    await admin.call(documentTemplates.publish, { body: outdated }),
    await admin.call(documentTemplates.disable, { body: { ...outdated, state: 'draft' } }),
  ];
  for (const { body } of responses) {
    expect(body).toMatchObject({ errcode: 40958 });
    expect(body.errmsg).toMatch(/^该文书模板已由肖涵于 .* 修改$/);
  }
  const current = { id: second.id, over: second.savedAt };
  expect(await admin.done(documentTemplates.publish, { body: current })).toMatchObject({
    state: 'published',
  });
  // The page of a person who has not reloaded since the publishing still offers to discard a draft.
  const response = await admin.call(documentTemplates.disable, { body: { ...current, state: 'draft' } });
  expect(response.body).toMatchObject({ errcode: 40953, errmsg: '该文书模板现为已发布，请刷新后再操作' });
  const withdrawn = await admin.done(documentTemplates.disable, {
    body: { ...current, state: 'published' },
  });
  expect(withdrawn).toMatchObject({ state: 'withdrawn' });
});

test('the audit log records the discard of a draft separately from the withdrawal of a template', async () => {
  const { id } = await draft('discarded');
  await admin.done(documentTemplates.publish, { body: { id } });
  const newDraft = await draft('discarded');
  const answer = await admin.done(documentTemplates.disable, { body: { id: newDraft.id, state: 'draft' } });
  expect(answer).toMatchObject({ version: 2, stateLabel: '草稿已放弃' });
  const listedTemplate = async () =>
    (await admin.done(documentTemplates.list, { query: { taskCode } })).rows.find(
      ({ code }) => code === 'discarded',
    );
  expect(await listedTemplate()).toMatchObject({ id, state: 'published', hasDraft: false });
  await admin.done(documentTemplates.disable, { body: { id, state: 'published' } });
  // The version that was in force, not the later draft that never was.
  expect(await listedTemplate()).toMatchObject({ id, stateLabel: '已停用' });
  const { rows } = await office.database.pool.query<{ action: string; object_id: string }>(
    `select action, object_id from audit_links where object_kind = 'document-template' and detail->>'code' = 'discarded'
      and action in ('document-template.discard', 'document-template.withdraw') order by seq`,
  );
  expect(rows).toEqual([
    { action: 'document-template.discard', object_id: newDraft.id },
    { action: 'document-template.withdraw', object_id: id },
  ]);
});

describe('an invalid or incomplete document template', () => {
  test('that cannot be drawn is reported by the check, stored as a draft and not previewed', async () => {
    const broken = petitionDocument({
      template: {
        code: 'broken',
        head: {},
        date: '{{今天|日期}}',
        body: [
          { kind: 'text', text: '甲', each: 'constructor' },
          {
            kind: 'table',
            rows: '__proto__',
            columns: [{ title: '甲', share: 1, cell: '{{toString}}' }],
          },
        ],
      },
    });
    const body = { taskCode, document: broken };
    const fields = [
      'template.head.issuer',
      'template.body[0]',
      'template.body[1]',
      'template.body[1]',
      'template.date',
    ];
    const { problems } = await admin.done(documentTemplates.check, { body });
    expect(problems.map(({ field }) => field)).toEqual(fields);
    expect((await admin.done(documentTemplates.saveDraft, { body })).problems).toHaveLength(fields.length);
    expect((await admin.call(documentTemplates.preview, { body })).body.errmsg).toBe('文书模板未通过检查');
  });

  test('with an empty issuer is still drawn', async () => {
    for (const layout of ['official', 'letter', 'sheet'] as const) {
      const document = petitionDocument({
        template: { look: layout, head: { issuer: '{{办件.情形}}' }, date: '{{申请人.姓名}}' },
      });
      const { pdf } = await admin.done(documentTemplates.preview, { body: { taskCode, document } });
      // A preview is marked as not in force.
      const marks = await readWatermarks(Buffer.from(pdf, 'base64'));
      expect(marks.length).toBeGreaterThan(0);
      expect(new Set(marks)).toEqual(new Set(['预览 未生效']));
    }
  });
});

describeCalls(office, documentSeries, {
  list: {
    caller: 'xiaohan',
    request: {},
    refusedFor: others,
    checkAnswer: ({ rows }) => {
      expect(rows.filter(({ name }) => name === '淳信不受')).toEqual([
        {
          orgId: '330127-xfj',
          orgName: '淳安县信访局',
          name: '淳信不受',
          year: 2026,
          last: 0,
          begun: false,
          used: 0,
          free: [],
          papers: [{ itemName: '群众来信办理', name: '不予受理告知书' }],
        },
      ]);
    },
  },
  numbers: {
    caller: 'xiaohan',
    request: { query: { orgId: '330127-xfj', name: '淳信不受', year: '2026' } } as never,
    refusedFor: others,
    checkAnswer: (page) => expect(page).toEqual({ rows: [], total: 0 }),
  },
  setLast: {
    caller: 'xiaohan',
    request: { body: { orgId: '330127-xfj', name: '淳信访答', year: 2026, last: 185 } },
    refusedFor: others,
    invalidInputs: [
      {
        makeInvalid: () => ({ body: { orgId: '330127-xfj', name: ' ', year: 2026, last: 1 } }),
        expectedProblems: [['name', '请输入文号字头']],
      },
      {
        makeInvalid: () => ({ body: { orgId: '330127-xfj', name: '淳信\n受\u200b', year: 2026, last: 1 } }),
        expectedProblems: [['name', '文号字头不能含换行和看不见的字符']],
      },
    ],
    checkAnswer: (answer) =>
      expect(answer).toMatchObject({ orgName: '淳安县信访局', last: 185, begun: false, free: [] }),
  },
});

test('a document number series can be advanced by the administrator but not set back', async () => {
  const body = { orgId: '330127-xfj', name: '淳信访答', year: 2026, last: 100 };
  const refusal = await admin.call(documentSeries.setLast, { body });
  expect(refusal.body.problems, refusal.text).toEqual([
    { field: 'last', message: '该文号已编至 185 号，不能改小' },
  ]);
  const unknown = await admin.call(documentSeries.setLast, { body: { ...body, orgId: 'nobody' } });
  expect(unknown.status).toBe(404);
});
