import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { FieldModel } from '#domain/forms/model.ts';
import { openForm } from './test-form-view.tsx';

const text: FieldModel = { id: 'word', title: '词语', 'x-component': 'single-line' };
const dependent: FieldModel = {
  id: 'note',
  title: '说明',
  'x-component': 'single-line',
  linkage: [{ when: { field: 'word', is: 'regexp', value: '^z' }, effects: ['show', 'require'] }],
};

/** Types letters of an input method, as the browser reports them. */
function compose(box: HTMLInputElement, steps: readonly string[]) {
  fireEvent.compositionStart(box);
  for (const value of steps) {
    fireEvent.compositionUpdate(box);
    fireEvent.change(box, { target: { value } });
    expect(box.value).toBe(value);
  }
}

const boxOf = (title: string | RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name: title });

it.each(['single-line', 'textarea'])(
  'a %s is neither checked nor read by linkage while its text is composed',
  (kind) => {
    const limited: FieldModel = { ...text, 'x-component': kind, rules: [{ rule: 'maxLength', value: 4 }] };
    const { handle } = openForm([limited, dependent], { values: { word: '' } });
    let edits = 0;
    handle().store.onEdit(() => {
      edits += 1;
    });
    const box = boxOf('词语');
    box.focus();
    compose(box, ['z', 'zh', 'zhong', 'zhongguo']);
    expect(screen.queryByText('说明')).toBeNull();
    expect(screen.queryByText(/不超过4个字符/)).toBeNull();
    expect([edits, document.activeElement]).toEqual([0, box]);
    fireEvent.change(box, { target: { value: '中国' } });
    fireEvent.compositionEnd(box);
    expect(box.value).toBe('中国');
    expect(handle().values().word).toBe('中国');
    expect(edits).toBe(1);
  },
);

it('shown problems are checked again when the text is composed, not before', () => {
  const { handle } = openForm([{ ...text, required: true }], { values: { word: '' } });
  const box = boxOf('词语');
  fireEvent.blur(box);
  expect(screen.getByText('词语不能为空')).toBeDefined();
  compose(box, ['zhong']);
  expect(screen.getByText('词语不能为空')).toBeDefined();
  fireEvent.change(box, { target: { value: '中' } });
  fireEvent.compositionEnd(box);
  expect(screen.queryByText('词语不能为空')).toBeNull();
  expect(handle().values().word).toBe('中');
});

it('a text that is still composed is entered when its field is left or the form is sent', () => {
  const { handle } = openForm([text], { values: { word: '' } });
  const box = boxOf('词语');
  compose(box, ['zhong']);
  fireEvent.blur(box);
  expect(handle().values().word).toBe('zhong');
  compose(box, ['zhongguo']);
  expect(handle().submission().content.word).toBe('zhongguo');
});

it('a value of another person waits for the end of the composition, and is shown beside the text', () => {
  const orderContent = { initContent: { word: '' }, contentVersion: 1, changes: [], typedBefore: {} };
  const { handle } = openForm([text], { values: { word: '' }, orderContent });
  const box = boxOf('词语');
  compose(box, ['zhong']);
  const changes = [{ version: 2, at: '2026-11-28T02:00:00Z', by: '赵敏', fields: ['word'] }];
  handle().store.rebase({ ...orderContent, initContent: { word: '别的' }, contentVersion: 2, changes }, []);
  expect(box.value).toBe('zhong');
  fireEvent.change(box, { target: { value: '中' } });
  fireEvent.compositionEnd(box);
  expect(box.value).toBe('中');
  expect(handle().store.view('word').alternative).toMatchObject({ value: '别的', by: '赵敏' });
});

it('a number and a cell of a table take a composed text at its end', () => {
  const amount: FieldModel = { id: 'amount', title: '金额', 'x-component': 'number' };
  const rows: FieldModel = { id: 'rows', title: '明细', 'x-component': 'table', columns: [text] };
  const { handle } = openForm([amount, rows], { values: { amount: null, rows: [{ word: '' }] } });
  const number = boxOf('金额');
  compose(number, ['yi', 'yier']);
  expect(handle().store.view('amount').problems).toEqual([]);
  fireEvent.change(number, { target: { value: '１２' } });
  fireEvent.compositionEnd(number);
  expect(handle().values().amount).toBe(12);
  const cell = boxOf('词语，第 1 行');
  compose(cell, ['zhong']);
  expect(handle().store.rows('rows')[0]?.word).toBe('');
  // Enter takes a candidate; it adds no row.
  fireEvent.keyDown(cell, { key: 'Enter', ctrlKey: true, isComposing: true });
  fireEvent.change(cell, { target: { value: '中' } });
  fireEvent.compositionEnd(cell);
  expect(
    handle()
      .store.rows('rows')
      .map(({ word }) => word),
  ).toEqual(['中']);
});
