import { expect, test } from 'vitest';
import { orderLimits } from '#contract/order-limits.ts';
import { localDateOf } from '#domain/calendar/local-date.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import { testOffice } from '#test/world/office.ts';
import { openPetitionDesk } from '#test/world/petition-desk.ts';

const office = await testOffice();
const { desk, start } = openPetitionDesk(office);
const order = await start();
const params = { workorderCode: order.code };

describeCalls(office, orderLimits, {
  explain: {
    caller: 'zhangwei',
    request: { params, query: {} },
    refusedFor: { chenjing: 404, dengtao: 404, tianye: 403 },
    invalidInputs: [
      {
        makeInvalid: () => ({ params, query: { traceId: 'x' } }),
        expectedProblems: [['traceId', expect.any(String)]],
      },
    ],
    checkAnswer: ({ nodeName, ended, limit, tasks }) => {
      expect({ nodeName, ended }).toEqual({ nodeName: '', ended: false });
      expect(limit).toMatchObject({ asOf: localDateOf(office.clock.now), provisional: expect.any(Boolean) });
      expect(limit?.summary).toMatch(/^时限 60 个自然日。已计 0 天，还剩 60 天，所以 \d{4}-\d\d-\d\d 到期。/);
      expect(limit?.segments.filter(({ kind }) => kind === 'counted').at(-1)?.total).toBe(60);
      expect(tasks.map((task) => task.nodeName)).toEqual(['收件']);
    },
  },
});

const explain = (account: string, traceId?: string) =>
  office.as(account).done(orderLimits.explain, { params, query: traceId === undefined ? {} : { traceId } });

test('the limit of a task is explained by its own clock, and after its end as at its end (S2 §5)', async () => {
  const [task] = (await explain('liuyang')).tasks;
  const open = await explain('liuyang', task?.traceId);
  expect(open).toMatchObject({ nodeName: '收件', ended: false });
  expect(open.limit?.limitText).toMatch(/工作日$/);
  await desk.press('liuyang', order, 'receive', 'receive');
  const ended = await explain('liuyang', task?.traceId);
  expect(ended).toMatchObject({ nodeName: '收件', ended: true });
  expect(ended.limit?.summary).toContain('办结时已计 0 天');
  expect((await explain('liuyang')).tasks.map(({ nodeName }) => nodeName)).toEqual(['受理审查']);
});

test('a trace of another order is not found', async () => {
  const other = await start();
  const answer = await office.as('zhangwei').call(orderLimits.explain, {
    params,
    query: { traceId: `${other.id}.1` },
  });
  expect(answer.status).toBe(404);
});
