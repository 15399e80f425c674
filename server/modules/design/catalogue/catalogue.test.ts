import { expect, test } from 'vitest';
import { catalogue } from '#contract/catalogue.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import { testOffice } from '#test/world/office.ts';

const office = await testOffice();

describeCalls(office, catalogue, {
  itemPage: {
    caller: 'zhangwei',
    request: { query: { name: '许可' } },
    refusedFor: {},
    invalidInputs: [
      {
        makeInvalid: () => ({ query: { page: '0', name: '长'.repeat(101) } }),
        expectedProblems: [
          ['page', '不能小于1'],
          ['name', '不能超过100个字符'],
        ],
      },
    ],
    checkAnswer: ({ rows, total }) => {
      expect(total).toBe(1);
      expect(rows[0]).toMatchObject({
        id: 'permit-application-1',
        taskCode: 'permit-application',
        name: '食品药品经营许可',
        categoryName: '行政许可',
        limitText: '20 个工作日',
        // Without 9: a permit ends as granted or refused.
        statuses: [1, 2, 3, 4, 5, 6, 10, 11, 12, 13, 14, 16, 20, 21, 24, 26, 27, 31, 32, 35],
      });
    },
  },
  categories: {
    caller: 'zhangwei',
    request: {},
    refusedFor: {},
    checkAnswer: ({ rows }) => {
      expect(rows.map(({ name, count }) => [name, count])).toEqual([
        ['信访服务', 1],
        ['代表履职', 1],
        ['行政许可', 1],
      ]);
    },
  },
  item: {
    caller: 'zhangwei',
    request: { params: { taskCode: 'petition-letter' } },
    refusedFor: {},
    invalidInputs: [
      {
        makeInvalid: () => ({ params: { taskCode: 'x'.repeat(61) } }),
        expectedProblems: [['taskCode', '不能超过60个字符']],
      },
    ],
    checkAnswer: (item) => {
      expect(item).toMatchObject({
        id: 'petition-letter-1',
        duplicateCheck: true,
        processDefinitionId: 'petition-letter:1',
        limitText: '60 个自然日',
      });
      const [form] = item.forms;
      expect(form?.formCode).toBe('petition-letter');
      expect(form?.authority).toMatchObject({ summary: 2, acceptResult: 0, replyOpinion: 0 });
      expect(form?.content).toMatchObject({ petitionerCount: 1, urgency: 'normal', isRepeat: 'no' });
      expect(Object.keys(form?.content ?? {})).not.toContain('replyOpinion');
    },
  },
});

test('an unknown item is not found', async () => {
  const { body } = await office.as('lina').call(catalogue.item, { params: { taskCode: 'no-such-item' } });
  expect(body).toMatchObject({ errcode: 404, errmsg: '未找到该事项' });
});

test('a search treats wildcards as ordinary characters', async () => {
  for (const name of ['%', '_', '\\']) {
    expect((await office.as('lina').done(catalogue.itemPage, { query: { name } })).total).toBe(0);
  }
});

test('an item is found by pinyin and initials', async () => {
  for (const name of ['qzlx', 'qunzhonglaixin']) {
    const { rows } = await office.as('zhangwei').done(catalogue.itemPage, { query: { name } });
    expect(rows.map((row) => row.name)).toEqual(['群众来信办理']);
  }
});

test('a category lists only its own items, and a page after the last one is empty', async () => {
  const inCategory = await office.as('lina').done(catalogue.itemPage, { query: { categoryId: 'deputy' } });
  expect(inCategory.rows.map(({ taskCode }) => taskCode)).toEqual(['congress-proposal']);
  const afterLast = await office.as('lina').done(catalogue.itemPage, { query: { page: '9' } });
  expect(afterLast.rows).toEqual([]);
});
