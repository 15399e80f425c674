import { afterAll, expect, test } from 'vitest';
import { currentHandlers } from '#contract/current-handlers.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import { openDesk } from '#test/world/desk.ts';
import { petition } from '#test/world/matters.ts';
import { testOffice } from '#test/world/office.ts';

const office = await testOffice();
const desk = openDesk(office);
const order = await desk.start('zhangwei', petition(1));
await desk.press('liuyang', order, 'receive', 'receive');

afterAll(async () => {
  expect(await checkInvariants(office.context.db)).toEqual([]);
});

const others = { chenjing: 404, dengtao: 404, tianye: 403 };
const ofNode = (flowNodeId: string, processDefId = 'petition-letter:1') => ({
  query: { procInsId: order.id, processDefId, flowNodeId },
});

describeCalls(office, currentHandlers, {
  ofOrder: {
    by: 'zhangwei',
    sent: { query: { workorderId: order.id } },
    others,
    bad: [{ wrong: () => ({ query: { workorderId: 'x' } }), says: [['workorderId', '办件标识不正确']] }],
    does: ({ rows }) => {
      expect(rows).toMatchObject([
        {
          flowNodeId: 'examine',
          flowNodeName: '受理审查',
          startTime: office.clock.now.toISOString(),
          candidates: [{ candidateCode: 'position:petition-examiner', candidateName: '信访受理审查岗' }],
        },
      ]);
      const [row] = rows;
      expect(row?.handlers.find(({ name }) => name === '刘洋')).toEqual({
        key: 'staff:staff-liuyang',
        name: '刘洋',
        orgName: '淳安县信访局',
        positionNames: expect.stringContaining('信访受理审查岗'),
      });
      expect(row?.handlerCount).toBe(row?.handlers.length);
    },
  },
  ofNode: {
    by: 'zhangwei',
    sent: ofNode('receive'),
    others,
    bad: [
      {
        wrong: () => ({ query: { procInsId: 'x', processDefId: 'y', flowNodeId: 'z' } }),
        says: [['procInsId', '办件标识不正确']],
      },
    ],
    does: ({ flowNodeName, rows }) => {
      expect(flowNodeName).toBe('收件');
      expect(rows).toMatchObject([
        { handlerStatus: 1, handlerName: '刘洋', handlerOrgName: '淳安县信访局', handlers: [] },
      ]);
    },
  },
});

test('a node that waits names who may take it; one that nobody has come to has no visit', async () => {
  const waiting = await office.as('zhangwei').done(currentHandlers.ofNode, ofNode('examine'));
  expect(waiting.rows).toMatchObject([
    { handlerStatus: 0, candidateNames: ['信访受理审查岗'], handlerName: '' },
  ]);
  expect(waiting.rows[0]?.handlerCount).toBeGreaterThan(0);
  expect((await office.as('zhangwei').done(currentHandlers.ofNode, ofNode('instruct'))).rows).toEqual([]);
});

test('a node or a definition that is not the order’s is not there', async () => {
  for (const sent of [ofNode('nowhere'), ofNode('receive', 'permit-application:1')]) {
    expect((await office.as('zhangwei').call(currentHandlers.ofNode, sent)).status).toBe(404);
  }
});
