import { expect, test } from 'vitest';
import { buildForm } from '#domain/forms/test-forms.ts';
import { factsOf } from './condition-facts.ts';
import { presentForm } from './present.ts';

const compiled = buildForm([
  { id: 'level', title: '密级', 'x-component': 'single-line' },
  {
    id: 'reason',
    title: '理由',
    'x-component': 'single-line',
    linkage: [{ when: { field: 'level', is: 'equals', value: '机密三号' }, effects: ['show', 'require'] }],
  },
]);
const form = { id: 'f', code: 'test', name: '测试', version: 1, structure: {}, compiled };
const opened = (content: Record<string, unknown>) => ({ form, content, changes: [] }) as never;

test('a form is answered with the results of conditions on hidden fields, and without their values', () => {
  const content = { level: '机密三号', reason: '' };
  const answer = presentForm(opened(content), { '*': 2, level: 0 });
  expect(answer.hiddenConditions).toEqual({ 'reason#0': true });
  expect(JSON.stringify(answer)).not.toContain('机密三号');
  expect(presentForm(opened(content), { '*': 2 }).hiddenConditions).toBeUndefined();
});

test('conditions of a process read a field that linkage hides as empty', () => {
  const facts = factsOf([opened({ level: '公开', reason: '因' }), opened({ level: '公开', reason: '因' })], {
    order: {},
  });
  expect(facts.test).toEqual({ level: '公开', reason: '' });
});
