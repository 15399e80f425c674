import { readFileSync } from 'node:fs';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { StrictMode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { FieldModel } from '#domain/forms/model.ts';
import { FormView } from './FormView.tsx';
import { kindViews } from './kinds/kind-views.ts';
import { openForm } from './test-form-view.tsx';
import { useForm } from './use-form.ts';

const name: FieldModel = { id: 'name', title: '姓名', 'x-component': 'single-line', required: true };
const note: FieldModel = {
  ...name,
  id: 'note',
  title: '说明',
  linkage: [{ when: { field: 'name', is: 'equals', value: '其他' }, effects: ['show', 'require'] }],
};
const people: FieldModel = {
  id: 'people',
  title: '人员',
  'x-component': 'table',
  columns: [name, { ...name, id: 'unit', title: '单位' }],
};

const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('form view', () => {
  it('shows and hides fields by linkage while typing', () => {
    openForm([name, note]);
    expect(screen.queryByLabelText(/说明/)).toBeNull();
    type(/姓名/, '其他');
    expect(screen.getByLabelText(/说明/)).toBeDefined();
    type(/姓名/, '张三');
    expect(screen.queryByLabelText(/说明/)).toBeNull();
  });

  it('scrolls to a required field that an input adds, but not when the values come from elsewhere', () => {
    const scrolledPaths: (string | undefined)[] = [];
    const original = Element.prototype.scrollIntoView;
    Element.prototype.scrollIntoView = function (this: HTMLElement) {
      scrolledPaths.push(this.dataset.path);
    };
    try {
      const { handle } = openForm([name, note]);
      act(() => handle().store.change('name', '其他'));
      act(() => handle().store.change('name', '张三'));
      expect(scrolledPaths).toEqual([]);
      screen.getByLabelText(/姓名/).focus();
      type(/姓名/, '其他');
      expect(scrolledPaths).toEqual(['note']);
    } finally {
      Element.prototype.scrollIntoView = original;
    }
  });

  it('keeps a trailing blank while typing, and sends the text without it', () => {
    const { handle } = openForm([name]);
    type(/姓名/, '张 ');
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('张 ');
    expect(handle().values()).toEqual({ name: '张' });
    expect(handle().touched()).toBe(true);
    act(() => handle().markSaved());
    expect(handle().touched()).toBe(false);
  });

  it('removes a choice that linkage no longer offers, and the values that depend on it', () => {
    const options = ['x', 'y'].map((value) => ({ value, label: value }));
    const when = { field: 'name', is: 'equals' as const, value: '乙' };
    const kind: FieldModel = {
      id: 'kind',
      title: '类别',
      'x-component': 'select',
      options,
      linkage: [{ when, effects: [{ setOptions: options.slice(1) }] }],
    };
    const dependentField: FieldModel = {
      ...note,
      linkage: [{ when: { field: 'kind', is: 'exists' }, effects: ['show'] }],
    };
    const { handle } = openForm([name, kind, dependentField], {
      values: { name: '甲', kind: 'x', note: '有' },
    });
    expect(screen.getByLabelText(/说明/)).toBeDefined();
    type(/姓名/, '乙');
    expect(handle().values()).toEqual({ name: '乙', kind: '' });
    expect(screen.queryByLabelText(/说明/)).toBeNull();
  });

  it('offers the default of an empty field, but only to a person who may edit it', () => {
    const withDefault: FieldModel = { ...name, default: '无' };
    const { handle } = openForm([withDefault]);
    expect(handle().values()).toEqual({ name: '无' });
    expect(handle().touched()).toBe(false);
    expect(
      openForm([withDefault], { values: { name: '' } })
        .handle()
        .values(),
    ).toEqual({ name: '' });
    const readOnly = openForm([withDefault], { authority: {} });
    expect(readOnly.container.textContent).toContain('—');
  });

  it('shows a problem when a field is left, and removes it after correction', () => {
    openForm([name]);
    const box = screen.getByRole('textbox');
    fireEvent.blur(box);
    expect(screen.getByText('姓名不能为空')).toBeDefined();
    type(/姓名/, '张');
    expect(screen.queryByText('姓名不能为空')).toBeNull();
  });

  it('lists all problems at the top with links to their fields, until they are corrected', () => {
    const { handle } = openForm([name, people], { values: { people: [{ name: '甲', unit: '' }] } });
    act(() => void handle().validate());
    const summary = within(screen.getByRole('alert'));
    expect(summary.getAllByRole('link').map((link) => link.textContent)).toEqual([
      '姓名不能为空',
      '人员第 1 行，单位不能为空',
    ]);
    fireEvent.click(summary.getByText('人员第 1 行，单位不能为空'));
    expect(document.activeElement).toBe(screen.getByLabelText('单位，第 1 行'));
    type('单位，第 1 行', '某局');
    expect(summary.getAllByRole('link')).toHaveLength(1);
    type(/^\*?姓名$/, '张');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows a line with the first problem and a link back, while the list of problems is out of view', () => {
    const { handle } = openForm([name, people], { values: { people: [{ name: '甲', unit: '' }] } });
    const scrollTo: ((isIntersecting: boolean, top?: number) => void)[] = [];
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(report: (entries: object[]) => void) {
          scrollTo.push((isIntersecting, top = 0) =>
            act(() => report([{ isIntersecting, boundingClientRect: { top } }])),
          );
        }
        observe() {}
        disconnect() {}
      },
    );
    act(() => void handle().validate());
    expect(screen.queryByText('还有 2 项需完善：')).toBeNull();
    // Below the visible part: the beginning of the list is in view.
    scrollTo[0]?.(false, window.innerHeight);
    expect(screen.queryByText('还有 2 项需完善：')).toBeNull();
    scrollTo[0]?.(false);
    const line = within(screen.getByText('还有 2 项需完善：').parentElement as HTMLElement);
    fireEvent.click(line.getByRole('link', { name: '姓名不能为空' }));
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: '姓名' }));
    type(/^\*?姓名$/, '张');
    expect(screen.getByText('还有 1 项需完善：')).toBeTruthy();
    fireEvent.click(line.getByRole('button', { name: '查看全部' }));
    expect(document.activeElement?.textContent).toContain('（1 项）');
    scrollTo[0]?.(true);
    expect(screen.queryByText('还有 1 项需完善：')).toBeNull();
    vi.unstubAllGlobals();
  });

  it('marks a table that is wider than its place, until it is scrolled to the end', () => {
    openForm([people], { values: { people: [{ name: '甲', unit: '' }] } });
    const box = screen.getByRole('table').parentElement as HTMLElement;
    Object.defineProperties(box, { scrollWidth: { value: 900 }, clientWidth: { value: 600 } });
    const scrollTo = (left: number) => {
      box.scrollLeft = left;
      fireEvent.scroll(box);
      return box.hasAttribute('data-more-right');
    };
    expect(scrollTo(100)).toBe(true);
    expect(scrollTo(300)).toBe(false);
  });

  it('shows the server’s problem at its field until that field is changed', () => {
    const { handle } = openForm([name], { values: { name: '张三' } });
    act(() =>
      handle().setProblems([
        { field: 'name', message: '该姓名已登记' },
        { field: 'elsewhere', message: '请稍后再试' },
      ]),
    );
    expect(screen.getByRole('textbox').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByRole('alert').textContent).toContain('请稍后再试');
    fireEvent.blur(screen.getByRole('textbox'));
    expect(screen.getByRole('alert').textContent).toContain('该姓名已登记');
    type(/姓名/, '李四');
    expect(screen.getByRole('textbox').getAttribute('aria-invalid')).toBeNull();
    expect(screen.getByRole('alert').textContent).not.toContain('该姓名已登记');
  });

  it('omits empty sections, and gives long forms an index', () => {
    const sections = ['一', '二', '三', '四', '五'].flatMap((title, index): FieldModel[] => [
      { id: `section${index}`, title, 'x-component': 'heading' },
      { ...name, id: `field${index}`, title: `名目${title}` },
    ]);
    openForm(sections, { authority: { '*': 2, section4: 0 } });
    const index = screen.getByRole('navigation', { name: '表单目录' });
    expect(
      within(index)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['一', '二', '三', '四']);
    expect(screen.getAllByRole('region')).toHaveLength(4);
  });

  it('renders again only the field being typed in, and fields changed by linkage', () => {
    const editor = vi.spyOn(kindViews['single-line'], 'Editor');
    const fields = Array.from(
      { length: 50 },
      (_, index): FieldModel => ({ ...name, id: `f${index}`, title: `名目${index}` }),
    );
    openForm([name, note, ...fields]);
    const renderedBy = (edit: () => void) => {
      editor.mockClear();
      edit();
      return new Set(editor.mock.calls.map(([props]) => props.path));
    };
    expect(renderedBy(() => type('*名目0', '甲'))).toEqual(new Set(['f0']));
    expect(renderedBy(() => type('*姓名', '其他'))).toEqual(new Set(['name', 'note']));
    editor.mockRestore();
  });

  it('does not overwrite typed values by a refresh from the server', () => {
    const model = {
      schema: { fields: [name] },
      globalConfig: { code: 't', title: '测', columns: 1 as const, allowEdit: [] },
    };
    function Screen({ value }: { value: string }) {
      return (
        <FormView form={useForm(model, { values: { name: value }, authority: { '*': 2 }, mode: 'edit' })} />
      );
    }
    const { rerender } = render(
      <StrictMode>
        <Screen value="甲" />
      </StrictMode>,
    );
    rerender(
      <StrictMode>
        <Screen value="乙" />
      </StrictMode>,
    );
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('乙');
    type(/姓名/, '我写的');
    rerender(
      <StrictMode>
        <Screen value="丙" />
      </StrictMode>,
    );
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('我写的');
  });
});

describe('table field', () => {
  const rowsShown = () => screen.getAllByRole<HTMLInputElement>('textbox').map((box) => box.value);

  it('adds, copies and removes rows', () => {
    const { handle } = openForm([people], { values: { people: [{ name: '甲', unit: '某局', _uid: '0' }] } });
    fireEvent.click(screen.getByRole('button', { name: '复制第 1 行' }));
    expect(rowsShown()).toEqual(['甲', '某局', '甲', '某局']);
    fireEvent.click(screen.getByRole('button', { name: /添加一行/ }));
    expect(rowsShown()).toHaveLength(6);
    fireEvent.click(screen.getByRole('button', { name: '删除第 1 行' }));
    type('姓名，第 2 行', '丙');
    expect(rowsShown()).toEqual(['甲', '某局', '丙', '']);
    const rows = handle().values().people as Record<string, unknown>[];
    expect(rows.map((row) => [row.name, row._isNew])).toEqual([
      ['甲', true],
      ['丙', true],
    ]);
    expect(new Set(rows.map((row) => row._uid)).size).toBe(2);
  });

  it('is usable by keyboard alone', async () => {
    openForm([people], { values: { people: [{ name: '甲', unit: '' }] } });
    fireEvent.keyDown(screen.getByLabelText('姓名，第 1 行'), { key: 'Enter', ctrlKey: true });
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('姓名，第 2 行')));
    fireEvent.keyDown(screen.getByLabelText('姓名，第 2 行'), { key: 'ArrowUp', altKey: true });
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('姓名，第 1 行')));
  });

  it('stops at the maximum number of rows', () => {
    openForm([{ ...people, 'x-props': { maxRows: 1 } }], { values: { people: [{ name: '甲' }] } });
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /添加一行/ }).disabled).toBe(true);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '复制第 1 行' }).disabled).toBe(true);
  });

  it('copies a row without its masked values, which stay with the original row', () => {
    const secret: FieldModel = {
      ...name,
      id: 'phone',
      title: '电话',
      'x-secret': true,
      'x-secret-rule': 'mobile',
    };
    const { handle } = openForm([{ ...people, columns: [secret] }], {
      values: {
        people: [
          { phone: '138****0001', _uid: '0' },
          { phone: '138****0002', _uid: '1' },
        ],
      },
      masked: ['people[0].phone', 'people[1].phone'],
    });
    fireEvent.click(screen.getByRole('button', { name: '复制第 2 行' }));
    fireEvent.click(screen.getByRole('button', { name: '删除第 1 行' }));
    expect(rowsShown()).toEqual(['138****0002', '']);
    expect(handle().values().people).toMatchObject([{ _uid: '1' }, { _uid: 'n1' }]);
    expect(handle().validate()).toEqual([{ field: 'people[1].phone', message: '电话不能为空' }]);
  });
});

describe('file field', () => {
  const field: FieldModel = {
    id: 'files',
    title: '附件',
    'x-component': 'upload',
    'x-props': { maxCount: 1 },
  };
  const choose = (file: File) =>
    fireEvent.change(screen.getByTestId('chooser-files'), { target: { files: [file] } });

  it('shows progress, blocks submission during upload, and keeps the file', async () => {
    let finish = (_file: { id: string; name: string; size: number }) => {};
    const uploadFile = vi.fn((_file: File, onProgress: (percent: number) => void) => {
      onProgress(40);
      return new Promise<{ id: string; name: string; size: number }>((resolve) => {
        finish = resolve;
      });
    });
    const { handle } = openForm([field], {}, { uploadFile });
    choose(new File(['x'], '来信.pdf'));
    await screen.findByText('40%');
    expect(handle().store.validate()).toEqual([{ field: 'files', message: '附件正在上传，请稍候' }]);
    await act(async () => finish({ id: 'f1', name: '来信.pdf', size: 1 }));
    expect(handle().values()).toEqual({ files: [{ id: 'f1', name: '来信.pdf', size: 1 }] });
    choose(new File(['x'], '又一份.pdf'));
    expect(await screen.findByText('附件数量不得超过1个！请重新上传')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: '删除 来信.pdf' }));
    expect(handle().values()).toEqual({ files: [] });
  });

  it('shows 上传成功！ when a file has arrived, for 3 seconds (S2 §4)', async () => {
    vi.useFakeTimers();
    try {
      const uploadFile = async (file: File) => ({ id: 'f1', name: file.name, size: 1 });
      openForm([field], {}, { uploadFile });
      await act(async () => choose(new File(['x'], '来信.pdf')));
      await act(async () => vi.advanceTimersByTime(2999));
      // In the row of the file itself, which appears once.
      expect(screen.getByText('上传成功！').closest('li')?.textContent).toContain('来信.pdf');
      expect(screen.getAllByText('来信.pdf')).toHaveLength(1);
      await act(async () => vi.advanceTimersByTime(1));
      expect(screen.queryByText('上传成功！')).toBeNull();
      expect(screen.getByRole('button', { name: '删除 来信.pdf' })).toBeDefined();
    } finally {
      vi.useRealTimers();
    }
  });

  it('shows why a file was rejected', async () => {
    const uploadFile = vi.fn(() => Promise.reject(new Error('上传错误')));
    openForm([field], {}, { uploadFile });
    choose(new File(['x'], '坏.exe'));
    expect(await screen.findByText('格式错误！请重新上传')).toBeDefined();
    expect(uploadFile).not.toHaveBeenCalled();
    choose(new File(['x'], '好.pdf'));
    expect(await screen.findByText('上传错误')).toBeDefined();
  });
});

describe('seeded forms', () => {
  it.each(['petition-letter', 'congress-proposal', 'permit-application'])(
    '%s is rendered and validated',
    (file) => {
      const model = JSON.parse(readFileSync(`server/seeds/data/forms/${file}.json`, 'utf8'));
      const { handle } = openForm(model.schema.fields);
      act(() => void handle().validate());
      expect(screen.getByRole('alert').querySelectorAll('li').length).toBeGreaterThan(8);
      expect(screen.getAllByRole('region').length).toBeGreaterThan(3);
    },
  );
});
