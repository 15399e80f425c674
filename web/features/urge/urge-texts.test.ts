import { expect, test } from 'vitest';
import type { WaitingHandlers } from '#contract/current-handlers.ts';
import { defaultTitle, recipientsOf } from './urge-texts.ts';

const due = { dueAt: null, provisional: false, light: 'none', text: '' } as const;
const person = (number: number) => ({
  key: `staff:${number}`,
  name: `张${number}`,
  orgName: '县信访局',
  positionNames: number === 1 ? '审查岗' : '',
});
const row = (count: number): WaitingHandlers => ({
  traceId: '01a1f6d9-a0a0-7da4-9152-e483b392e2f0.2',
  flowNodeId: 'examine',
  flowNodeName: '受理审查',
  startTime: '2026-11-20T02:00:00.000Z',
  due,
  candidates: [{ candidateCode: 'role:handler', candidateName: '经办人' }],
  handlers: Array.from({ length: Math.min(count, 50) }, (_, index) => person(index + 1)),
  handlerCount: count,
  substitutes: [],
});

test('few recipients are named with unit and post, many by their common post', () => {
  expect(recipientsOf(row(2))).toEqual([
    { key: 'staff:1', name: '张1', hint: '县信访局，审查岗' },
    { key: 'staff:2', name: '张2', hint: '县信访局' },
  ]);
  expect(recipientsOf(row(500))).toEqual([{ key: 'role:handler', name: '经办人', hint: '500 人' }]);
});

test('a person is not offered to urge themselves, also when there is no other recipient', () => {
  expect(recipientsOf(row(2), 'staff:1').map(({ key }) => key)).toEqual(['staff:2']);
  expect(recipientsOf(row(1), 'staff:1')).toEqual([]);
  const manyCandidates = [
    { candidateCode: 'staff:1', candidateName: '张1' },
    { candidateCode: 'role:handler', candidateName: '经办人' },
  ];
  expect(recipientsOf({ ...row(500), candidates: manyCandidates }, 'staff:1').map(({ key }) => key)).toEqual([
    'role:handler',
  ]);
});

test('a default title never exceeds the maximum length', () => {
  expect(defaultTitle('路灯不亮')).toBe('请尽快办理：路灯不亮');
  expect([...defaultTitle('长'.repeat(300))]).toHaveLength(100);
});
