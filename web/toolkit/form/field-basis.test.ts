import { describe, expect, it } from 'vitest';
import type { FieldModel } from '#domain/forms/model.ts';
import { buildForm } from '#domain/forms/test-forms.ts';
import type { OrderFormContent } from './field-basis.ts';
import { FormStore } from './form-store.ts';

const opinion: FieldModel = { id: 'opinion', title: '意见', 'x-component': 'single-line' };
const note: FieldModel = { ...opinion, id: 'note', title: '备注' };
const level: FieldModel = { ...opinion, id: 'level', title: '级别', default: '一般' };
const people: FieldModel = {
  id: 'people',
  title: '人员',
  'x-component': 'table',
  columns: [
    { ...opinion, id: 'name', title: '姓名' },
    { ...opinion, id: 'phone', title: '电话', 'x-secret': true, 'x-secret-rule': 'mobile' },
  ],
};
const form = buildForm([opinion, note, level, people]);
const one = { _uid: '0', name: '叶青', phone: '154****2211' };
const two = { _uid: '1', name: '林岚', phone: '154****3322' };
const author = { at: '2026-03-02T02:32:00.000Z', by: '赵敏' };

const orderContent = (
  initContent: Record<string, unknown>,
  version = 3,
  typedBefore = {},
): OrderFormContent => ({
  initContent: { opinion: '', note: '', level: '一般', people: [], ...initContent },
  contentVersion: version,
  changes: [{ version, ...author, fields: Object.keys(initContent) }],
  typedBefore,
});

function open(content: OrderFormContent, typedValues: Record<string, unknown> = {}): FormStore {
  const { level: _default, ...stored } = content.initContent;
  return new FormStore(form, {
    values: { ...stored, ...typedValues },
    authority: { '*': 2 },
    mode: 'edit',
    orderContent: content,
    masked: ['people[0].phone', 'people[1].phone'],
  });
}

describe('submission of a form', () => {
  it('contains only the differences from the opened form, with the original values', () => {
    const store = open(orderContent({ opinion: '旧' }));
    expect(store.submission()).toEqual({ content: {}, contentVersion: 3, initContent: {} });
    store.change('note', '加急');
    expect(store.submission()).toEqual({
      content: { note: '加急' },
      contentVersion: 3,
      initContent: { note: '' },
    });
  });

  it('contains values typed earlier, also when they are reverted', () => {
    const store = open(orderContent({ opinion: '旧' }), { opinion: '先前' });
    expect(store.submission().content).toEqual({ opinion: '先前' });
    store.change('opinion', '旧');
    expect(store.submission()).toMatchObject({ content: { opinion: '旧' }, initContent: { opinion: '旧' } });
  });

  it('contains all values when there is no order yet', () => {
    const store = new FormStore(form, { values: {}, authority: { '*': 2 }, mode: 'edit' });
    expect(Object.keys(store.submission().content)).toEqual(['opinion', 'note', 'level', 'people']);
  });
});

describe('concurrent change by another person', () => {
  it('is shown at once where nothing was typed, and does not count as typed', () => {
    const store = open(orderContent({}));
    store.rebase(orderContent({ opinion: '同意' }, 5), []);
    expect(store.view('opinion')).toMatchObject({ value: '同意', alternative: null });
    expect(store.touched()).toBe(false);
    expect(store.submission()).toEqual({ content: {}, contentVersion: 5, initContent: {} });
  });

  it('is shown next to the typed value until the person decides, either way', () => {
    for (const [choice, value, content] of [
      ['own', '不同意', { opinion: '不同意' }],
      ['alternative', '同意', {}],
    ] as const) {
      const store = open(orderContent({}));
      store.change('opinion', '不同意');
      store.rebase(orderContent({ opinion: '同意' }, 5), []);
      expect(store.conflicts()).toEqual(['opinion']);
      expect(store.view('opinion')).toMatchObject({
        value: '不同意',
        alternative: { kind: 'changed', value: '同意', ...author },
      });
      store.chooseValue('opinion', choice);
      expect(store.conflicts()).toEqual([]);
      expect(store.view('opinion')).toMatchObject({ value, alternative: null });
      expect(store.submission()).toMatchObject({ content, contentVersion: 5 });
    }
  });

  it('is no conflict when both typed the same, or when a second change reverts the first', () => {
    const store = open(orderContent({}));
    store.change('opinion', '同意');
    store.rebase(orderContent({ opinion: '不同意' }, 5), []);
    store.rebase(orderContent({ opinion: '同意' }, 7), []);
    expect(store.conflicts()).toEqual([]);
    expect(store.submission()).toMatchObject({ content: {}, contentVersion: 7 });
  });

  it('is reported for a table as a whole; a remaining row keeps its masked value', () => {
    const store = open(orderContent({ people: [one, two] }));
    store.changeRows('people', [two, { _uid: 'n1', name: '何平', phone: '15405714433' }]);
    const fresh = [{ ...two, _uid: '0' }];
    store.rebase(orderContent({ people: fresh }, 5), ['people[0].phone']);
    expect(store.conflicts()).toEqual(['people']);
    store.chooseValue('people', 'own');
    expect(store.submission().content.people).toEqual([
      expect.objectContaining({ ...two, _uid: '0' }),
      expect.objectContaining({ name: '何平', _uid: expect.stringMatching(/^n/) }),
    ]);
    expect(store.view('people[0].phone').masked).toBe(true);
  });
});

it('offers an earlier typed value next to the current one, and inserts it on request', () => {
  const store = open(orderContent({ opinion: '更正' }, 5, { opinion: '先前' }));
  expect(store.view('opinion')).toMatchObject({
    value: '更正',
    alternative: { kind: 'typedBefore', value: '先前' },
  });
  // It is only an offer and blocks nothing.
  expect(store.conflicts()).toEqual([]);
  expect(store.submission().content).toEqual({});
  store.chooseValue('opinion', 'alternative');
  expect(store.view('opinion')).toMatchObject({ value: '先前', alternative: null });
  expect(store.submission().content).toEqual({ opinion: '先前' });
});
