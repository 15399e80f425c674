import { expect, test } from 'vitest';
import {
  digestOfClock,
  digestOfEvents,
  digestOfFinished,
  digestOfOpened,
  digestOfStatus,
} from './record-digests.ts';

/** One recorded action; its digests are in signed records, so they must never change. */
const at = '2026-11-22T04:44:44.120Z';
const opened = {
  number: 3,
  node_id: 'receive',
  node_name: '收件',
  candidates: ['position:permit-previewer', 'window:window-zw-1'],
  candidate_names: ['许可预审岗', '综合受理一号窗口'],
  started_at: '2026-11-22T04:44:44.120Z',
  due_at: '2026-11-23T15:59:59.999Z',
  due_provisional: false,
};
const finished = {
  number: 2,
  outcome: 'handled',
  handler_operation: 1,
  act_name: '预审通过',
  handler_id: 'staff-chenjing',
  handler_name: '陈静',
  handler_org_name: '淳安县政务服务管理办公室',
  opinion: '材料形式审查通过',
  remark: '',
  ended_at: '2026-11-22T04:44:44.120Z',
};
const clock = {
  limit: { unit: 1, amount: 20 },
  pauses: [],
  startedAt: '2026-11-09T02:19:00.000Z',
  extensions: [],
};
const events = [
  {
    type: 'taskFinished',
    at: '2026-11-22T04:44:44.120Z',
    taskId: 2,
    outcome: 'handled',
    by: { staffId: 'staff-chenjing', name: '陈静', orgId: '330127-zwb', orgName: '淳安县政务服务管理办公室' },
    buttonId: 'pass',
    opinion: '材料形式审查通过',
    resultCode: 2001,
  },
  { type: 'resultRecorded', resultCode: 2001 },
  { type: 'variablesSet', values: { previewed: true } },
  {
    type: 'fired',
    firing: { id: 2, nodeId: 'preview', takes: [2], makes: [3] },
    made: [
      {
        id: 3,
        nodeId: 'previewed-or-not',
        flowId: 'to-previewed-or-not',
        madeBy: 2,
        usedBy: null,
        dead: false,
      },
    ],
  },
  {
    type: 'fired',
    firing: { id: 3, nodeId: 'previewed-or-not', takes: [3], makes: [4] },
    made: [{ id: 4, nodeId: 'receive', flowId: 'to-receive', madeBy: 3, usedBy: null, dead: false }],
  },
  {
    type: 'taskOpened',
    at: '2026-11-22T04:44:44.120Z',
    task: {
      id: 3,
      tokenId: 4,
      nodeId: 'receive',
      origin: 'flow',
      candidates: ['position:permit-previewer', 'window:window-zw-1'],
      openedAt: '2026-11-22T04:44:44.120Z',
      outcome: null,
      finishedBy: null,
      finishedAt: null,
      finishedSeq: 0,
      buttonId: null,
      resultCode: null,
    },
  },
];

test('a row has the same digest as in older audit records', () => {
  expect(digestOfOpened(opened)).toBe('xZtPYruwgXb1sUrcbJRcK2U81mPJnqVM-XGTZKi29tA');
  expect(digestOfFinished(finished)).toBe('Z9Dmbldp5iVDPmSMnuGEf-adcEAIZlX8sUbaW3e7xq8');
  expect(digestOfClock(clock)).toBe('QzRPONmtLPLnBfDFLUYV9Dzwu_yR3YGWXDbGGing_48');
  expect(
    digestOfEvents({
      version: 12,
      action: 'handle',
      actor_id: 'staff-chenjing',
      at: new Date(at),
      schema: 1,
      events,
    }),
  ).toBe('tR2zEiX9c4AQ59broCrfxyrXmEHL_IQxhunvEMn_Bc0');
  expect(
    digestOfStatus({
      status: 2,
      rollback_status: 0,
      result_code: 2001,
      ended_at: null,
      due_at: new Date('2026-12-07T15:59:59.999Z'),
      due_provisional: false,
    }),
  ).toBe('j9vN_8vj-WRsST1zjxtVyKx-fFOOTJfIAV4M2ve6Pig');
});

test('an empty new column does not change a digest, a filled one does', () => {
  expect(digestOfFinished({ ...finished, remark: null })).toBe(digestOfFinished(finished));
  expect(digestOfFinished({ ...finished, remark: '补记' })).not.toBe(digestOfFinished(finished));
});
