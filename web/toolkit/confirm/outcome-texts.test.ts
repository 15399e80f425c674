import { expect, test } from 'vitest';
import { assigneeText, nextStepText } from './outcome-texts.ts';

const statusOf = (status: number) => ({ status, statusLabel: '' });
const branch = { flowNodeId: 'join', flowNodeName: '汇合' };

test('an action that opens no task shows with whom the order remains', () => {
  expect(nextStepText({ from: statusOf(26), to: statusOf(27), waitsAt: [] })).toBe('由会签发起人继续办理');
  expect(nextStepText({ from: statusOf(26), to: statusOf(3), waitsAt: [] })).toBe('由会签发起人继续办理');
  const countersign = { passed: false, returnsTo: '杜文浩' };
  expect(nextStepText({ from: statusOf(26), to: statusOf(27), waitsAt: [], countersign })).toBe(
    '返回会签发起人 杜文浩 继续办理',
  );
  expect(nextStepText({ from: statusOf(26), to: statusOf(26), waitsAt: [] })).toBe('待其他人员办结本环节');
  expect(nextStepText({ from: statusOf(4), to: statusOf(4), waitsAt: [branch] })).toBe('待其他分支办结');
});

test('a unit that receives the task is named once', () => {
  const housing = '淳安县住房和城乡建设局';
  expect(assigneeText({ orgNames: [housing], handlerNames: [housing] })).toBe(housing);
  expect(assigneeText({ orgNames: [housing], handlerNames: ['徐军'] })).toBe(`${housing} 徐军`);
});
