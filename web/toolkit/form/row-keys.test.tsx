import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { StoredFile } from '#domain/forms/kinds/upload/upload.ts';
import type { FieldModel } from '#domain/forms/model.ts';
import { buildForm } from '#domain/forms/test-forms.ts';
import { FormStore } from './form-store.ts';
import { openForm } from './test-form-view.tsx';

const text = (id: string, title: string, more: Partial<FieldModel> = {}): FieldModel => ({
  id,
  title,
  'x-component': 'single-line',
  ...more,
});
const options = (...values: string[]) => values.map((value) => ({ value, label: value }));
const people: FieldModel = {
  id: 'people',
  title: '人员',
  'x-component': 'table',
  columns: [
    text('name', '姓名', { required: true, rules: [{ rule: 'maxLength', value: 3 }] }),
    text('way', '方式', {
      'x-component': 'select',
      options: options('甲', '乙'),
      linkage: [
        {
          when: { field: 'name', is: 'equals', value: '张三' },
          effects: [{ setOptions: options('乙', '丙') }],
        },
      ],
    }),
    text('title', '称呼', {
      linkage: [{ when: { field: 'name', is: 'equals', value: '李四' }, effects: [{ setValue: '先生' }] }],
    }),
  ],
};

function open(rows: readonly Record<string, unknown>[], more: readonly FieldModel[] = []) {
  const store = new FormStore(buildForm([people, ...more]), {
    values: { people: rows },
    authority: { '*': 2 },
    mode: 'edit',
  });
  const problems = (row: number) => store.view(`people[${row}].name`).problems;
  return { store, problems, rows: () => store.rows('people') };
}

describe('problems of rows', () => {
  it('stay with their row when another is removed, added or moved', () => {
    const { store, problems, rows } = open([{ name: '甲' }, { name: '' }, { name: '太长的姓名' }]);
    store.validate();
    expect([0, 1, 2].map(problems)).toEqual([[], ['姓名不能为空'], ['请输入不超过3个字符']]);
    store.changeRows('people', rows().toSpliced(0, 1));
    expect([0, 1].map(problems)).toEqual([['姓名不能为空'], ['请输入不超过3个字符']]);
    expect(store.summary().map(({ field }) => field)).toEqual(['people[0].name', 'people[1].name']);
    store.changeRows('people', rows().toReversed());
    expect([0, 1].map(problems)).toEqual([['请输入不超过3个字符'], ['姓名不能为空']]);
    store.changeRows('people', rows().toSpliced(0, 1));
    expect(store.summary()).toEqual([{ field: 'people[0].name', message: '姓名不能为空' }]);
    store.change('people[0].name', '乙');
    expect(store.summary()).toEqual([]);
  });

  it('of the server stay with their row until its field changes', () => {
    const { store, problems, rows } = open([{ name: '甲' }, { name: '乙' }]);
    store.setProblems([{ field: 'people[1].name', message: '查无此人' }]);
    store.changeRows('people', [{ name: '', _uid: 'n9' }, ...rows()]);
    expect([0, 1, 2].map(problems)).toEqual([[], [], ['查无此人']]);
    store.changeRows('people', rows().slice(1));
    store.change('people[1].name', '丙');
    expect(problems(1)).toEqual([]);
  });
});

describe('choices and computed cells', () => {
  it('follow the key of their row', () => {
    const { store, rows } = open([
      { name: '甲', way: '甲' },
      { name: '李四', way: '乙' },
    ]);
    store.changeRows('people', rows().toSpliced(0, 1));
    // The options of the remaining row are the same as before, so that its choice stays.
    expect(store.view('people[0].way').value).toBe('乙');
    expect(store.view('people[0].title')).toMatchObject({ value: '先生', disabled: true });
    store.change('people[0].name', '王五');
    expect(store.view('people[0].title')).toMatchObject({ disabled: false });
  });

  it('lose a choice that the linkage of their own row no longer offers', () => {
    const { store } = open([
      { name: '甲', way: '甲' },
      { name: '乙', way: '甲' },
    ]);
    store.change('people[1].name', '张三');
    expect(store.rows('people').map(({ way }) => way)).toEqual(['甲', '']);
    expect(store.validate()).toEqual([]);
  });

  it('that linkage disables show the stored value of their own row, whatever place it has', () => {
    const locked: FieldModel = {
      ...people,
      columns: [
        text('name', '姓名'),
        text('unit', '单位', {
          linkage: [{ when: { field: 'name', is: 'exists' }, effects: ['disable'] }],
        }),
      ],
    };
    const store = new FormStore(buildForm([locked]), {
      // The keys of pending rows are those under which they were typed.
      values: {
        people: [
          { name: '甲', unit: '甲局', _uid: '1' },
          { name: '乙', unit: '乙局', _uid: '0' },
        ],
      },
      authority: { '*': 2 },
      mode: 'edit',
    });
    expect([0, 1].map((row) => store.view(`people[${row}].unit`).value)).toEqual(['甲局', '乙局']);
  });
});

it('the place of a cell names its row by its key, and ends with it', () => {
  const { store, rows } = open([{ name: '甲' }, { name: '乙' }]);
  const anchor = store.anchorOf('people[1].name');
  store.changeRows('people', rows().toSpliced(0, 1));
  expect(store.pathAt(anchor)).toBe('people[0].name');
  store.setBusy(anchor, '请稍候');
  expect(store.validate()).toEqual([{ field: 'people[0].name', message: '请稍候' }]);
  store.changeRows('people', []);
  expect(store.pathAt(anchor)).toBeUndefined();
  expect(store.validate()).toEqual([]);
  expect(store.pathAt(store.anchorOf('people'))).toBe('people');
});

describe('an upload in a row', () => {
  const files: FieldModel = {
    id: 'rows',
    title: '材料',
    'x-component': 'table',
    columns: [text('name', '名称'), { id: 'files', title: '附件', 'x-component': 'upload' }],
  };

  function upload(row: number) {
    let finish = (_file: StoredFile) => {};
    const uploadFile = () =>
      new Promise<StoredFile>((resolve) => {
        finish = resolve;
      });
    const values = { rows: ['甲', '乙', '丙'].map((name) => ({ name, files: [] })) };
    const { handle } = openForm([files], { values }, { uploadFile });
    fireEvent.change(screen.getByTestId(`chooser-rows[${row}].files`), {
      target: { files: [new File(['x'], '图.png')] },
    });
    const shown = () =>
      handle()
        .store.rows('rows')
        .map(({ name, files: list }) => [name, (list as StoredFile[]).map(({ id }) => id)]);
    return {
      handle,
      shown,
      finish: () => act(async () => finish({ id: 'f1', name: '图.png', size: 1 })),
      remove: (number: number) =>
        fireEvent.click(screen.getByRole('button', { name: `删除第 ${number} 行` })),
    };
  }

  it('arrives in its row after another was removed, and then no longer blocks the form', async () => {
    const { handle, shown, finish, remove } = upload(1);
    remove(1);
    let problems: unknown;
    act(() => {
      problems = handle().validate();
    });
    expect(problems).toEqual([{ field: 'rows[0].files', message: '附件正在上传，请稍候' }]);
    await finish();
    expect(shown()).toEqual([
      ['乙', ['f1']],
      ['丙', []],
    ]);
    act(() => {
      problems = handle().validate();
    });
    expect(problems).toEqual([]);
  });

  it('ends with its row, and lands in no other', async () => {
    const { handle, shown, finish, remove } = upload(1);
    remove(2);
    await finish();
    expect(shown()).toEqual([
      ['甲', []],
      ['丙', []],
    ]);
    expect(handle().validate()).toEqual([]);
  });
});
