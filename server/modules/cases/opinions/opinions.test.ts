import { expect, test } from 'vitest';
import { opinions } from '#contract/opinions.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import { openSession, testOffice } from '#test/world/office.ts';

const office = await testOffice();

const list = (...contents: string[]) => ({
  opinions: contents.map((content, index) => ({ content, sort: index + 1 })),
});

async function textsOf(account: string) {
  const { rows } = await office.as(account).done(opinions.mine);
  return rows.map(({ content }) => content);
}

describeCalls(office, opinions, {
  mine: {
    caller: 'liuyang',
    request: async () => {
      await office.as('liuyang').done(opinions.addAll, { body: list('同意', '请补充材料') });
      return {};
    },
    refusedFor: {},
    checkAnswer: ({ rows }) => {
      expect(rows.map(({ content, sort }) => [content, sort])).toEqual([
        ['同意', 1],
        ['请补充材料', 2],
      ]);
    },
  },
  addAll: {
    caller: 'liuyang',
    request: { body: list(' 已阅 ', '转办') },
    refusedFor: {},
    invalidInputs: [
      { makeInvalid: () => ({ body: list() }), expectedProblems: [['opinions', '请添加常用意见！']] },
      {
        makeInvalid: () => ({ body: list('同意', ' ', '长'.repeat(501)) }),
        expectedProblems: [
          ['opinions.1.content', '请输入常用意见！'],
          ['opinions.2.content', '常用意见不能超过500个字符'],
        ],
      },
      {
        makeInvalid: () => ({ body: { opinions: [{ content: '同意', sort: '一', owner: 'lina' }] } }),
        expectedProblems: [
          ['opinions.0.sort', '格式不正确'],
          ['opinions.0.owner', '不支持的参数'],
        ],
      },
    ],
    checkAnswer: async ({ rows }) => {
      expect(rows.map(({ content }) => content)).toEqual(['已阅', '转办']);
      expect(await textsOf('lina')).toEqual([]);
    },
  },
  remove: {
    caller: 'liuyang',
    request: async () => {
      const { rows } = await office.as('liuyang').done(opinions.addAll, { body: list('留下', '删除') });
      return { params: { id: rows[1]?.id ?? '' } };
    },
    refusedFor: { lina: 404, wujianguo: 404 },
    invalidInputs: [
      { makeInvalid: () => ({ params: { id: 'x' } }), expectedProblems: [['id', '格式不正确']] },
    ],
    checkAnswer: async (answer) => {
      expect(answer).toEqual({ deleted: 1 });
      expect(await textsOf('liuyang')).toEqual(['留下']);
    },
  },
});

test('a bare list of opinions is saved in its order, as old clients send it (S1 §7)', async () => {
  const token = await openSession(office, 'sunlei');
  const { body, text } = await office.call('/opinion/addAll', {
    token,
    json: [{ content: '拟同意' }, { content: '已阅' }],
  });
  expect(body, text).toMatchObject({
    errcode: 0,
    data: {
      rows: [
        { content: '拟同意', sort: 1 },
        { content: '已阅', sort: 2 },
      ],
    },
  });
  const refusal = await office.call('/opinion/addAll', { token, json: [{ content: '同意', sort: 'x' }] });
  expect(refusal.body.problems).toEqual([{ field: '0.sort', message: expect.any(String) }]);
});

test('a repeated key saves the opinions once and returns the same answer', async () => {
  const key = 'opinions-once-1';
  const first = await office.as('sunlei').call(opinions.addAll, { body: list('一'), key });
  await office.as('sunlei').done(opinions.addAll, { body: list('二') });
  const again = await office.as('sunlei').call(opinions.addAll, { body: list('一'), key });
  expect(again.text).toBe(first.text);
  expect(await textsOf('sunlei')).toEqual(['二']);
});

test('concurrent saves store one of the lists completely', async () => {
  const [one, other] = [list('甲一', '甲二'), list('乙一', '乙二', '乙三')];
  const answers = await Promise.all(
    [one, other, one, other].map((body) => office.as('zhaomin').call(opinions.addAll, { body })),
  );
  for (const { status, text } of answers) expect(status, text).toBe(200);
  expect([
    ['甲一', '甲二'],
    ['乙一', '乙二', '乙三'],
  ]).toContainEqual(await textsOf('zhaomin'));
});

test('an opinion keeps its id when saved again; new, duplicate and foreign ids are replaced (S1 §3)', async () => {
  const colleagueList = await office.as('lina').done(opinions.addAll, { body: list('同意') });
  const foreignId = colleagueList.rows[0]?.id;
  const { rows: before } = await office.as('zhaomin').done(opinions.addAll, { body: list('已阅', '转办') });
  const [read, pass] = before;
  const { rows: after } = await office.as('zhaomin').done(opinions.addAll, {
    body: {
      opinions: [
        { id: pass?.id, content: '请转办', sort: 1 },
        { id: read?.id, content: '已阅', sort: 2 },
        { id: read?.id, content: '同一标识', sort: 3 },
        { id: '', content: '新的一条', sort: 4 },
        { id: foreignId, content: '他人的标识', sort: 5 },
      ],
    },
  });
  expect(after.slice(0, 2).map(({ id }) => id)).toEqual([pass?.id, read?.id]);
  const added = after.slice(2).map(({ id }) => id);
  expect(new Set([...added, foreignId, ...before.map(({ id }) => id)]).size).toBe(added.length + 3);
  expect((await office.as('lina').done(opinions.mine, {})).rows).toEqual(colleagueList.rows);
});
