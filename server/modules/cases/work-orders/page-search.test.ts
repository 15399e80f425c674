import { expect, test } from 'vitest';
import { orderQuery } from '#contract/order-query.ts';
import { openDesk } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';

const office = await testOffice();
const desk = openDesk(office);

const start = (number: number, subject: string) =>
  desk.start('zhangwei', petition(number, { letterTitle: `反映${subject}（${number}）` }));
const search = (keyword: string) => office.as('liuyang').done(orderQuery.search, { query: { keyword } });
const findCodes = async (keyword: string) => (await search(keyword)).rows.map(({ code }) => code);

test('the page search finds numbers, title words and whole names', async () => {
  const order = await start(1, '电动车充电 100%');
  expect((await search(order.code)).rows).toMatchObject([{ id: order.id, applicantWord: '信访人' }]);
  expect(await findCodes(order.code.slice(-4))).toContain(order.code);
  expect(await findCodes('电动车')).toEqual([order.code]);
  expect(await findCodes(order.startData.start.applyer.name ?? '')).toContain(order.code);
  expect(await findCodes('一')).toEqual([]);
  expect(await findCodes('100%')).toEqual([order.code]);
  expect(await findCodes('10_%')).toEqual([]);
});

test('the page search lists first what waits for the person, then open orders, although others are newer', async () => {
  const waiting = await start(10, '路灯不亮');
  const open = await start(11, '路灯不亮');
  await desk.press('liuyang', open, 'receive', 'receive');
  await desk.press('liuyang', open, 'examine', 'accept');
  const ended: string[] = [];
  for (let number = 12; number < 19; number += 1) {
    const order = await start(number, '路灯不亮');
    await desk.press('liuyang', order, 'receive', 'receive');
    await desk.press('liuyang', order, 'examine', 'decline');
    ended.unshift(order.code);
  }
  const { rows, total } = await search('路灯不亮');
  expect(rows.map(({ code }) => code)).toEqual([waiting.code, open.code, ...ended.slice(0, 4)]);
  expect(rows.map(({ traceId, endedAt }) => [traceId !== null, endedAt === null]).slice(0, 3)).toEqual([
    [true, true],
    [false, true],
    [false, false],
  ]);
  expect(total).toBe(9);
});
