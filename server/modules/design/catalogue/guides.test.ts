import { expect, test } from 'vitest';
import { catalogue } from '#contract/catalogue.ts';
import { guides } from '#contract/guides.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import { testOffice } from '#test/world/office.ts';

const office = await testOffice();
const permit = { taskCode: 'permit-application' };
const longText = 'x'.repeat(61);
const invalidInputs = [
  {
    makeInvalid: () => ({ query: { taskCode: longText } }),
    expectedProblems: [['taskCode', '不能超过60个字符']] as [string, string][],
  },
];
const form = { formCode: 'permit-application', formName: '行政许可申请表' };

describeCalls(office, guides, {
  guide: {
    caller: 'zhangwei',
    request: { query: permit },
    refusedFor: {},
    invalidInputs,
    checkAnswer: (guide) => {
      expect(guide).toMatchObject({ name: '食品药品经营许可', limitText: '20 个工作日' });
      expect(guide.guide).toContain('材料不齐的一次性告知补正');
      expect(guide.papers.map(({ name, copies }) => [name, copies])).toEqual([
        ['经营许可申请书', 1],
        ['营业执照', 1],
        ['法定代表人或负责人身份证件', 1],
      ]);
      expect(guide.situations.filter(({ level }) => level === 1).map(({ name }) => name)).toEqual([
        '食品经营许可',
        '小餐饮经营许可',
        '药品经营许可（零售）',
      ]);
    },
  },
  itemDetail: {
    caller: 'zhangwei',
    request: { query: { id: 'permit-application-1' } },
    refusedFor: {},
    invalidInputs: [
      { makeInvalid: () => ({ query: { id: longText } }), expectedProblems: [['id', '不能超过60个字符']] },
    ],
    checkAnswer: (item) => {
      expect(item).toMatchObject({ id: 'permit-application-1', ...permit, current: true });
    },
  },
  itemForms: {
    caller: 'zhangwei',
    request: { query: permit },
    refusedFor: {},
    invalidInputs,
    checkAnswer: ({ rows, total }) => {
      expect({ rows, total }).toEqual({ rows: [expect.objectContaining(form)], total: 1 });
    },
  },
  situationTree: {
    caller: 'zhangwei',
    request: { query: permit },
    refusedFor: {},
    invalidInputs,
    checkAnswer: ({ rows }) => {
      expect(rows.find(({ id }) => id === 'drugs-renew')).toEqual({
        id: 'drugs-renew',
        key: 'drugs-renew',
        name: '延续',
        title: '延续',
        fullname: '药品经营许可（零售）/延续',
        parent: 'drugs',
        level: 2,
        sortBy: 14,
        isLeaf: true,
      });
    },
  },
  situation: {
    caller: 'zhangwei',
    request: { query: { ...permit, id: 'drugs-renew' } },
    refusedFor: {},
    invalidInputs: [
      {
        makeInvalid: () => ({ query: { taskCode: '', id: longText } }),
        expectedProblems: [
          ['taskCode', '不能为空'],
          ['id', '不能超过60个字符'],
        ],
      },
    ],
    checkAnswer: ({ papers, forms, fullname }) => {
      expect(fullname).toBe('药品经营许可（零售）/延续');
      expect(papers.map(({ name }) => name)).toEqual([
        '药品质量管理制度',
        '许可证正本和副本',
        '经营条件未变化的声明',
      ]);
      expect(forms).toEqual([]);
    },
  },
  situationForms: {
    caller: 'zhangwei',
    request: { body: { ...permit, situationIds: ['food-new'] } },
    refusedFor: {},
    invalidInputs: [
      {
        makeInvalid: () => ({ body: { ...permit, situationIds: [] } }),
        expectedProblems: [['situationIds', '至少1项']],
      },
    ],
    checkAnswer: (answer) => expect(answer).toEqual({ rows: [], total: 0 }),
  },
});

test('an unknown item, version or situation is reported as not found', async () => {
  const clerk = office.as('lina');
  const bodyOf = async (answer: Promise<{ body: unknown }>) => (await answer).body;
  const unknown = { taskCode: 'no-such-item' };
  const itemNotFound = { errcode: 404, errmsg: '未找到该事项' };
  const situationNotFound = { errcode: 404, errmsg: '未找到该情形' };
  expect(await bodyOf(clerk.call(guides.guide, { query: unknown }))).toMatchObject(itemNotFound);
  expect(await bodyOf(clerk.call(guides.itemForms, { query: unknown }))).toMatchObject(itemNotFound);
  expect(await bodyOf(clerk.call(guides.situationTree, { query: unknown }))).toMatchObject(itemNotFound);
  expect(
    await bodyOf(clerk.call(guides.itemDetail, { query: { id: 'permit-application-9' } })),
  ).toMatchObject(itemNotFound);
  expect(await bodyOf(clerk.call(guides.situation, { query: { ...permit, id: 'joint' } }))).toMatchObject(
    situationNotFound,
  );
  const withUnknownId = { ...permit, situationIds: ['food-new', 'joint'] };
  expect(await bodyOf(clerk.call(guides.situationForms, { body: withUnknownId }))).toMatchObject(
    situationNotFound,
  );
});

test('the forms of a situation are returned only when it is chosen', async () => {
  const { db } = office.context;
  await db
    .updateTable('business_items')
    .set({
      situations: JSON.stringify([
        { id: 'joint', name: '联名', parent: null, papers: [], forms: ['petition-letter'] },
        { id: 'one', name: '个人', parent: null, papers: [], forms: [] },
      ]),
    })
    .where('id', '=', 'petition-letter-1')
    .execute();
  const clerk = office.as('lina');
  const letter = { taskCode: 'petition-letter' };
  const codes = ({ rows }: { rows: { formCode: string }[] }) => rows.map(({ formCode }) => formCode);
  const formsOf = (situationIds: string[]) =>
    clerk.done(guides.situationForms, { body: { ...letter, situationIds } });
  expect(codes(await clerk.done(guides.itemForms, { query: letter }))).toEqual([]);
  expect(codes(await formsOf(['joint']))).toEqual(['petition-letter']);
  expect(codes(await formsOf(['one']))).toEqual([]);
});

test('an item is found by its task code or by the id of a version, under either parameter name (S0 §7)', async () => {
  const clerk = office.as('lina');
  const names = ['taskCode', 'id'].flatMap((name) =>
    ['permit-application', 'permit-application-1'].map((value) => ({ [name]: value }) as typeof permit),
  );
  for (const query of names) {
    for (const call of [guides.guide, guides.itemDetail] as const)
      expect(await clerk.done(call, { query }), JSON.stringify(query)).toMatchObject(permit);
    expect((await clerk.done(guides.situationTree, { query })).total).toBeGreaterThan(0);
  }
  for (const taskCode of ['permit-application', 'permit-application-1'])
    expect(await clerk.done(catalogue.item, { params: { taskCode } })).toMatchObject(permit);
});
