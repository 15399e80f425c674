import { expect, it } from 'vitest';
import type { CompiledForm } from '#domain/forms/compiled-form.ts';
import { emptyValues, initialValues } from '#domain/forms/compiled-form.ts';
import { mergeSubmission } from '#domain/forms/merge.ts';
import type { FieldModel, Linkage } from '#domain/forms/model.ts';
import { buildForm } from '#domain/forms/test-forms.ts';
import { FormStore } from './form-store.ts';

const note: FieldModel = { id: 'note', title: '说明', 'x-component': 'single-line', default: '无' };
const count: FieldModel = { ...note, id: 'count', title: '人数', 'x-component': 'number', default: 0 };
const day: FieldModel = { ...note, id: 'day', title: '日期', 'x-component': 'date', default: 'today' };
const kind: FieldModel = { id: 'kind', title: '类别', 'x-component': 'single-line' };
const form = buildForm([note, count, day, kind]);
const authority = { '*': 2 } as const;

/** Opens the stored values as a page does at any node. */
function open(compiled: CompiledForm, content: Record<string, unknown>): FormStore {
  return new FormStore(compiled, {
    values: content,
    authority,
    mode: 'edit',
    now: () => new Date('2026-11-28T02:00:00Z'),
    orderContent: {
      initContent: { ...emptyValues(compiled), ...content },
      contentVersion: 1,
      changes: [],
      typedBefore: {},
    },
  });
}

const shown = (store: FormStore) => ['note', 'count', 'day'].map((id) => store.view(id).value);

it.each([
  ['that an order begins with', initialValues(form)],
  ['of an order that never stored them', {}],
])('defaults %s stay emptied in a draft, at the next node and after a correction', (_, content) => {
  const store = open(form, content);
  expect(shown(store)).toEqual(['无', 0, '2026-11-28']);
  expect(store.touched()).toBe(false);
  store.change('note', '');
  store.change('count', null);
  store.change('day', '');
  const sent = store.submission().content;
  expect(sent).toMatchObject({ note: '', count: null, day: null });
  // A draft holds the differences from the order, and is shown over it.
  const draft = mergeSubmission(form, content, sent, authority, { isStoredSeparately: true });
  for (const { values } of [draft, mergeSubmission(form, content, sent, authority)]) {
    const reopened = open(form, values);
    expect(shown(reopened)).toEqual(['', null, null]);
    // Nothing is sent again, and another input does not bring them back.
    expect(reopened.submission().content).toEqual({});
    reopened.change('kind', '甲');
    expect(shown(reopened)).toEqual(['', null, null]);
    expect(mergeSubmission(form, values, reopened.submission().content, authority).values).toEqual({
      ...values,
      kind: '甲',
    });
  }
});

it('a default that a person leaves as it is offered reaches the order', () => {
  const { content } = open(form, {}).submission();
  expect(content).toEqual({ note: '无', count: 0, day: '2026-11-28' });
});

it('a default appears with its field, and stays emptied while the field is hidden and shown again', () => {
  const linkage: Linkage[] = [{ when: { field: 'kind', is: 'equals', value: '甲' }, effects: ['show'] }];
  const hiding = buildForm([{ ...note, linkage }, kind]);
  const first = open(hiding, {});
  expect(first.submission().content).toEqual({});
  first.change('kind', '甲');
  expect(first.view('note').value).toBe('无');
  first.change('note', '');
  first.change('kind', '乙');
  first.change('kind', '甲');
  expect(first.view('note')).toMatchObject({ visible: true, value: '' });
});

it('a text that linkage hides comes back while the person edits, and is gone when it was sent', () => {
  const linkage: Linkage[] = [{ when: { field: 'kind', is: 'equals', value: '甲' }, effects: ['show'] }];
  const hiding = buildForm([{ ...kind, id: 'note', linkage }, kind]);
  const stored = { kind: '甲', note: '秘密' };
  const store = open(hiding, stored);
  store.change('kind', '乙');
  const sent = store.submission().content;
  expect(sent).toEqual({ kind: '乙' });
  store.change('kind', '甲');
  expect(store.view('note').value).toBe('秘密');
  expect(mergeSubmission(hiding, stored, sent, authority).values).toEqual({ kind: '乙' });
});

it('the only option of a required choice stays emptied until its options change', () => {
  const options = (...values: string[]) => values.map((value) => ({ value, label: value }));
  const way: FieldModel = {
    ...kind,
    id: 'way',
    'x-component': 'select',
    required: true,
    options: options('信函'),
    linkage: [
      { when: { field: 'kind', is: 'equals', value: '乙' }, effects: [{ setOptions: options('窗口') }] },
    ],
  };
  const store = open(buildForm([way, kind]), {});
  expect(store.view('way').value).toBe('信函');
  store.change('way', '');
  store.change('kind', '甲');
  expect(store.view('way').value).toBe('');
  store.change('kind', '乙');
  expect(store.view('way').value).toBe('窗口');
});
