import { describe, expect, test } from 'vitest';
import { buildDefinition, button } from '#test/workflow-model/definitions.ts';
import { WorkOrderStatus } from '../../enumerations/work-order-status.ts';
import { possibleStatuses } from './possible-statuses.ts';

const {
  awaitingReceipt,
  awaitingDecision,
  awaitingCountersign,
  countersignDone,
  permitGranted,
  permitRefused,
  notAccepted,
  returnPending,
  returnHandled,
} = WorkOrderStatus;

const permit = buildDefinition({
  key: '许可',
  nodes: {
    start: { kind: 'start' },
    receive: {
      kind: 'userTask',
      stage: awaitingReceipt,
      buttons: [
        button('handle', '1', '确认收件'),
        button('refuse', '4', '不予受理', { resultCode: notAccepted }),
        button('end', '4', '退回办结', { state: 0 }),
      ],
    },
    decide: { kind: 'userTask', stage: awaitingDecision, buttons: [button('handle', '1', '办理')] },
    way: { kind: 'exclusive', defaultTo: 'refused' },
    granted: { kind: 'end', result: permitGranted },
    refused: { kind: 'end', result: permitRefused },
  },
  flows: [
    'start -> receive',
    'receive -> decide',
    'decide -> way',
    'way -> granted | 1 = 1',
    'way -> refused',
  ],
});

describe('possible statuses of an order (S1 §4)', () => {
  test('are the stages, the ends, the ends of active buttons, and the returned and recalled ones', () => {
    expect(possibleStatuses(permit)).toEqual([
      awaitingReceipt,
      awaitingDecision,
      notAccepted,
      permitGranted,
      permitRefused,
      // `buildDefinition` gives every user task the button of a countersign.
      awaitingCountersign,
      countersignDone,
      returnHandled,
      returnPending,
    ]);
  });

  test('are 14 for a button that ends without its own result, and 16 for one that voids', () => {
    const node = permit.nodes.decide;
    if (node?.kind !== 'userTask') throw new Error('no task');
    const buttons = [
      button('stop', '4', '终止'),
      button('void', '13', '作废', { ends: true }),
      button('clear', '13', '清除'),
    ];
    const ending = { ...permit, nodes: { ...permit.nodes, decide: { ...node, buttons } } };
    const added = possibleStatuses(ending).filter((status) => !possibleStatuses(permit).includes(status));
    expect(added).toEqual([WorkOrderStatus.returnedAndConcluded, WorkOrderStatus.voidedAndConcluded]);
  });
});
