import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FieldModel } from '#domain/forms/model.ts';
import { buildForm } from '#domain/forms/test-forms.ts';
import { FormStore } from './form-store.ts';
import type { ExecuteRule } from './rule-verdicts.ts';

/** Tests the rules of the library in a form on the page (S0 §8, S2 §8). */

const tip = '占道面积不得超过 20 平方米';
const number = (id: string, more: Partial<FieldModel> = {}): FieldModel => ({
  ...{ id, title: id, 'x-component': 'number' },
  ...more,
});
const rules = [
  { rule: 'process' as const, code: 'street-area', fields: { size: 'area', most: 'limit' } },
  { rule: 'max' as const, value: 99 },
];
const form = buildForm([number('area', { rules }), number('limit'), number('other')]);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function open(execute: ExecuteRule, values: Record<string, unknown> = {}, opened = form) {
  const authority = { '*': 2 } as const;
  const computing = { today: '2026-11-30' };
  const store = new FormStore(opened, { values, authority, mode: 'edit', executeRule: execute, computing });
  await vi.dynamicImportSettled();
  return store;
}
/** A server that answers when the test says so. */
function slowServer() {
  const answers: ((tip: string | null) => void)[] = [];
  const execute = vi.fn<ExecuteRule>(() => new Promise((resolve) => answers.push(resolve)));
  return { execute, answer: (index: number, text: string | null) => answers[index]?.(text) };
}
const problems = (store: FormStore) => store.view('area').problems;
const enter = (store: FormStore, id: string, value: number | null) => {
  store.change(id, value);
  store.validateField(id);
};
const later = () => vi.advanceTimersByTimeAsync(300);

it('shows the tip at the field a moment after it was left', async () => {
  const execute = vi.fn<ExecuteRule>(async () => tip);
  const store = await open(execute, { limit: 20 });
  enter(store, 'area', 21);
  expect(execute).not.toHaveBeenCalled();
  await later();
  expect(execute.mock.calls).toEqual([['street-area', { size: 21, most: 20 }]]);
  expect(problems(store)).toEqual([tip]);
});

it('executes the rules of all fields that were left within the moment', async () => {
  const execute = vi.fn<ExecuteRule>(async (code) => (code === 'few-days' ? '不得超过 30 天' : tip));
  const days = number('days', { rules: [{ rule: 'process', code: 'few-days', fields: { days: 'days' } }] });
  const two = buildForm([number('area', { rules }), number('limit'), days]);
  const settings = { values: { limit: 20 }, authority: { '*': 2 as const }, mode: 'edit' as const };
  const store = new FormStore(two, { ...settings, executeRule: execute });
  await vi.dynamicImportSettled();
  enter(store, 'area', 21);
  enter(store, 'days', 31);
  await later();
  expect([problems(store), store.view('days').problems]).toEqual([[tip], ['不得超过 30 天']]);
});

it('waits for the other values of the rule, and for a valid input', async () => {
  const execute = vi.fn<ExecuteRule>(async () => tip);
  const store = await open(execute);
  enter(store, 'area', 21);
  await later();
  expect(execute).not.toHaveBeenCalled();
  enter(store, 'other', 1);
  enter(store, 'limit', 20);
  await later();
  expect(execute).toHaveBeenCalledTimes(1);
  expect(problems(store)).toEqual([tip]);
});

it('a verdict counts only for the values that it judged, whenever it arrives', async () => {
  const { execute, answer } = slowServer();
  const store = await open(execute, { limit: 20 });
  enter(store, 'area', 21);
  await later();
  enter(store, 'area', 20);
  await later();
  answer(1, null);
  answer(0, tip);
  await later();
  expect(problems(store)).toEqual([]);
  // The verdict on 21 is known.
  enter(store, 'area', 21);
  expect(problems(store)).toEqual([tip]);
  expect(execute).toHaveBeenCalledTimes(2);
});

it('executes the rule of a computed field when one of its sources was left', async () => {
  const execute = vi.fn<ExecuteRule>(async () => tip);
  const [rule] = rules;
  const computed = buildForm([
    ...[number('long'), number('limit')],
    number('area', { computed: 'long * 7', rules: rule ? [rule] : [] }),
  ]);
  const store = await open(execute, { limit: 20 }, computed);
  enter(store, 'long', 3);
  await later();
  expect(execute.mock.calls).toEqual([['street-area', { size: 21, most: 20 }]]);
  expect(problems(store)).toEqual([tip]);
});

it('no failure of the call blocks typing or the submission', async () => {
  const store = await open(() => Promise.reject(new Error('busy')), { limit: 20 });
  enter(store, 'area', 21);
  await later();
  expect(problems(store)).toEqual([]);
  await store.settleRules();
  expect(store.validate()).toEqual([]);
});

it('a submission waits for the rules once, and not longer than five seconds', async () => {
  const { execute, answer } = slowServer();
  const store = await open(execute, { area: 21, limit: 20 });
  const settling = store.settleRules();
  await vi.advanceTimersByTimeAsync(0);
  answer(0, tip);
  await settling;
  expect(store.validate()).toEqual([{ field: 'area', message: tip }]);
  expect(store.settleRules()).toBeUndefined();
  store.change('area', 22);
  const unanswered = store.settleRules();
  await vi.advanceTimersByTimeAsync(5_000);
  await unanswered;
  expect(store.validate()).toEqual([]);
});

it('the checks of the form itself come first', async () => {
  const execute = vi.fn<ExecuteRule>(async () => tip);
  const store = await open(execute, { area: 100, limit: 20 });
  expect(store.settleRules()).toBeUndefined();
  expect(store.validate().map(({ message }) => message)).toEqual(['不能大于99']);
  expect(execute).not.toHaveBeenCalled();
});
