import { describe, expect, it } from 'vitest';
import type { AuthorityByField } from './authority.ts';
import { hiddenConditions } from './hidden-conditions.ts';
import { evaluateLinkage } from './linkage.ts';
import type { Condition, FieldModel } from './model.ts';
import { buildForm } from './test-forms.ts';
import { validateForm } from './validate.ts';

const is = (field: string, value: string): Condition => ({ field, is: 'equals', value });
const text = (id: string, when?: Condition, more: Partial<FieldModel> = {}): FieldModel => ({
  id,
  title: id,
  'x-component': 'single-line',
  ...(when && { linkage: [{ when, effects: ['show', 'require'] }] }),
  ...more,
});

const authority: AuthorityByField = { '*': 2, secret: 0, other: 0 };
const values = { secret: '甲', other: '乙', open: '' };

describe('conditions on fields of authority 0', () => {
  it('are answered by the server, so that browser and server require the same fields', () => {
    const form = buildForm([text('secret'), text('open'), text('note', is('secret', '甲'))]);
    const results = hiddenConditions(form, values, authority);
    expect(results).toEqual({ 'note#0': true });
    const visible = { open: '' };
    const inBrowser = evaluateLinkage(form, visible, { authority, hiddenConditions: results });
    const onServer = evaluateLinkage(form, values, { authority });
    expect(inBrowser).toEqual(onServer);
    expect(inBrowser.fields.note).toMatchObject({ visible: true, required: true });
    const now = new Date();
    const problems = [{ field: 'note', message: 'note不能为空' }];
    expect(validateForm(form, values, authority, { now })).toEqual(problems);
    expect(validateForm(form, visible, authority, { now, hiddenConditions: results })).toEqual(problems);
  });

  it('yield one result for a combination that reads nothing else, and none for what the reader sees', () => {
    const both: Condition = { and: [is('secret', '甲'), { not: is('other', '丙') }] };
    const form = buildForm([
      text('secret'),
      text('other'),
      text('open'),
      text('a', both),
      text('b', { or: [both, is('open', '是')] }),
      text('c', is('open', '是')),
    ]);
    expect(hiddenConditions(form, values, authority)).toEqual({ 'a#0': true, 'b#0.0': true });
    expect(hiddenConditions(form, values, { '*': 2 })).toEqual({});
  });

  it('yield no result that only hidden fields depend on', () => {
    const form = buildForm([text('secret'), text('other', is('secret', '甲')), text('open')]);
    expect(hiddenConditions(form, values, authority)).toEqual({});
  });

  it('count a field that linkage hides as empty, also while the person still types', () => {
    const form = buildForm([
      text('open'),
      text('secret', is('open', '是')),
      text('note', is('secret', '甲')),
    ]);
    const results = hiddenConditions(form, values, authority);
    expect(results).toEqual({ 'note#0': true });
    for (const open of ['', '是']) {
      const inBrowser = evaluateLinkage(form, { open }, { authority, hiddenConditions: results });
      expect(inBrowser).toEqual(evaluateLinkage(form, { ...values, open }, { authority }));
      expect(inBrowser.fields.note?.visible).toBe(open === '是');
    }
  });

  it('decide over the cells of a table, unless a column has the same name', () => {
    const table = (columns: FieldModel[]) =>
      buildForm([text('secret'), text('people', undefined, { 'x-component': 'table', columns })]);
    const form = table([text('name'), text('unit', is('secret', '甲'))]);
    const results = hiddenConditions(form, values, authority);
    expect(results).toEqual({ 'people[].unit#0': true });
    const people = [{ name: '丙', unit: '' }];
    const inBrowser = evaluateLinkage(form, { people }, { authority, hiddenConditions: results });
    expect(inBrowser.rows.people?.[0]?.unit?.required).toBe(true);
    const shadowed = table([text('secret'), text('unit', is('secret', '甲'))]);
    expect(hiddenConditions(shadowed, values, authority)).toEqual({});
  });

  it('of a field that a cell reads are those of its own place, although a column has the name of another field', () => {
    const form = buildForm([
      text('other'),
      text('secret', is('other', '乙')),
      {
        id: 'rows',
        title: 'rows',
        'x-component': 'table',
        columns: [text('other'), text('note', is('secret', '甲'))],
      },
    ]);
    expect(hiddenConditions(form, values, authority)).toMatchObject({
      'secret#0': true,
      'rows[].note#0': true,
    });
  });

  it('do not take a value that the client sends for a hidden field', () => {
    const form = buildForm([text('secret'), text('note', is('secret', '甲'))]);
    const sent = { secret: '丁' };
    expect(evaluateLinkage(form, sent, { authority, stored: values }).fields.note?.visible).toBe(true);
  });
});

it('a heading of authority 0 that linkage hides hides a shown field below it, also without its values', () => {
  const form = buildForm([
    { id: 'kind', title: '类型', 'x-component': 'single-line' },
    {
      id: 'agent',
      title: '代理人',
      'x-component': 'heading',
      linkage: [{ when: { field: 'kind', is: 'equals', value: '代理' }, effects: ['show'] }],
    },
    { id: 'agentName', title: '姓名', 'x-component': 'single-line', required: true },
  ]);
  const authority = { '*': 0, agentName: 2 } as const;
  for (const kind of ['代理', '本人']) {
    const stored = { kind, agentName: '李四' };
    const results = hiddenConditions(form, stored, authority);
    const onServer = evaluateLinkage(form, stored, { authority });
    const inBrowser = evaluateLinkage(form, { agentName: '李四' }, { authority, hiddenConditions: results });
    expect(onServer.fields.agentName?.visible).toBe(kind === '代理');
    expect(inBrowser.fields.agentName).toEqual(onServer.fields.agentName);
  }
});
