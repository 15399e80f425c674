import { describe, expect, it } from 'vitest';
import { fullAuthority } from './authority.ts';
import { conditionValues } from './condition-values.ts';
import { evaluateLinkage } from './linkage.ts';
import { mergeSubmission } from './merge.ts';
import type { FieldModel, Linkage } from './model.ts';
import { buildForm } from './test-forms.ts';

const shownIf = (field: string, value: string): Linkage => ({
  when: { field, is: 'equals', value },
  effects: ['show', 'require'],
});
const text = (id: string, more: Partial<FieldModel> = {}): FieldModel => ({
  id,
  title: id,
  'x-component': 'single-line',
  ...more,
});
const form = buildForm([
  text('kind'),
  text('note', { linkage: [shownIf('kind', 'b')] }),
  text('tail', { linkage: [shownIf('note', '备注')] }),
  text('people', {
    'x-component': 'table',
    columns: [text('name'), text('unit', { linkage: [shownIf('kind', 'b')] })],
  }),
]);
const stored = {
  kind: 'b',
  note: '备注',
  tail: '尾',
  people: [{ name: '甲', unit: '某局' }],
};

describe('a value that linkage hides', () => {
  it('is removed with the submission that hides it, with all that depends on it, and counts as changed', () => {
    const { values, changed } = mergeSubmission(form, stored, { kind: 'a' }, fullAuthority);
    expect(values).toEqual({ kind: 'a', people: [{ name: '甲', unit: '' }] });
    expect(changed).toEqual(['kind', 'note', 'tail', 'people']);
    expect(mergeSubmission(form, values, {}, fullAuthority).changed).toEqual([]);
  });

  it('is removed from rows that are sent', () => {
    const sent = { kind: 'a', people: [{ name: '甲改', unit: '某局', _uid: '0' }] };
    expect(mergeSubmission(form, stored, sent, fullAuthority).values.people).toEqual([
      { name: '甲改', unit: '' },
    ]);
  });

  it('is kept while the values are stored separately, so that the field can be shown again', () => {
    const draft = mergeSubmission(form, stored, { kind: 'a' }, fullAuthority, { isStoredSeparately: true });
    expect(draft.values).toEqual({ ...stored, kind: 'a' });
    expect(draft.changed).toEqual(['kind']);
  });

  it('is kept where the sender may not edit it, and where another person entered it meanwhile', () => {
    const readOnly = mergeSubmission(form, stored, { kind: 'a' }, { kind: 2, note: 1, tail: 0 });
    expect(readOnly.values).toEqual({ ...stored, kind: 'a' });
    const basis = {
      changes: [{ version: 2, at: '2026-11-01T00:00:00Z', by: '赵敏', fields: ['note'] }],
      contentVersion: 1,
      taskOpenedAt: '2026-10-01T00:00:00Z',
    };
    const merged = mergeSubmission(form, stored, { kind: 'a' }, fullAuthority, { basis });
    expect([merged.values.note, merged.concurrentEdits]).toEqual(['备注', []]);
  });

  it('counts as empty in the conditions of a process, like in the form', () => {
    const hidden = { ...stored, kind: 'a' };
    expect(conditionValues(form, hidden)).toMatchObject({ kind: 'a', note: '', tail: '' });
    expect(conditionValues(form, stored)).toEqual(stored);
    expect(evaluateLinkage(form, hidden).fields.note?.value).toBe('');
  });

  it('counts as empty in rows, lists and groups too', () => {
    const nested = buildForm([
      text('kind'),
      text('list', {
        'x-component': 'array',
        fields: [
          text('name'),
          text('home', {
            'x-component': 'object',
            fields: [text('street', { linkage: [shownIf('name', '甲')] }), text('note')],
          }),
        ],
      }),
    ]);
    const home = { street: '某路', note: '注' };
    const values = {
      kind: 'a',
      list: [
        { name: '甲', home },
        { name: '乙', home },
      ],
    };
    expect(conditionValues(nested, values).list).toEqual([
      { name: '甲', home },
      { name: '乙', home: { street: '', note: '注' } },
    ]);
    expect(conditionValues(form, { ...stored, kind: 'a' }).people).toEqual([{ name: '甲', unit: '' }]);
  });

  it('leaves a field with a default as if nobody had filled it in, but an emptied one empty', () => {
    const withDefault = buildForm([
      text('kind'),
      text('note', { default: '无', linkage: [shownIf('kind', 'b')] }),
    ]);
    const merge = (note: string) =>
      mergeSubmission(withDefault, { kind: 'b', note }, { kind: 'a' }, fullAuthority).values;
    expect(merge('无')).toEqual({ kind: 'a' });
    expect(merge('')).toEqual({ kind: 'a', note: '' });
  });
});

it('a cell that linkage disables keeps its value in the evaluation of stored rows', () => {
  const columns = [
    text('name'),
    text('unit', { linkage: [{ when: { field: 'name', is: 'equals', value: '甲' }, effects: ['disable'] }] }),
    text('reason', { linkage: [shownIf('unit', '某局')] }),
  ];
  const table = buildForm([text('people', { 'x-component': 'table', columns })]);
  const { rows } = evaluateLinkage(table, { people: [{ name: '甲', unit: '某局', reason: '因' }] });
  expect(rows.people?.[0]).toMatchObject({
    unit: { editable: false, value: '某局' },
    reason: { visible: true, required: true },
  });
});
