import { expect, it } from 'vitest';
import { noForms } from '#web/toolkit/open-forms/handled-forms.ts';
import { buildButton } from '../work-orders/test-order.ts';
import { findProblems } from './bar-problems.ts';

const faulty = { ...noForms, check: () => [{ text: '登记表：结论不能为空', go: () => undefined }] };
const bar = { opinion: '', focusOpinion: () => undefined };
const textsFor = (code: string) => {
  const button = { ...buildButton(code, '办理', 1), needsOpinion: code !== '8' };
  return findProblems(button, bar, faulty).map(({ text }) => text);
};

it('asks bar and forms before an action that fills in the forms (S1 §5)', () => {
  for (const action of ['1', '9', '12']) {
    expect(textsFor(action)).toEqual(['【处理意见】填写处理意见', '【表单信息】正确填写所有表单']);
  }
});

it('leaves an opinion that alone is missing to the dialog of the action, and asks the forms alone for action 8', () => {
  for (const action of ['2', '4', '13']) expect(textsFor(action)).toEqual([]);
  expect(textsFor('8')).toEqual(['【表单信息】正确填写所有表单']);
});

it('counts an opinion in characters, a rare one being one (S1 §9)', () => {
  const textsOf = (opinion: string) =>
    findProblems(buildButton('2', '退回', 1), { ...bar, opinion }, faulty).map(({ text }) => text);
  expect(textsOf('𠮷'.repeat(500))).toEqual([]);
  // Surrounding spaces and line breaks are removed before sending.
  expect(textsOf(`${'𠮷'.repeat(500)}\n`)).toEqual([]);
  expect(textsOf('𠮷'.repeat(501))).toEqual(['【处理意见】不能超过500个字符']);
});
