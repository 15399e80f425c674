import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FieldModel } from '#domain/forms/model.ts';
import { openForm } from '../../test-form-view.tsx';
import { readClipboard } from './paste/clipboard-cells.ts';

const people: FieldModel = {
  id: 'people',
  title: '涉及人员',
  'x-component': 'table',
  columns: [
    { id: 'name', title: '姓名', 'x-component': 'single-line' },
    {
      id: 'relation',
      title: '关系',
      'x-component': 'select',
      options: [
        { value: '1', label: '当事人' },
        { value: '2', label: '证人' },
      ],
    },
    { id: 'phone', title: '电话', 'x-component': 'single-line', rules: [{ rule: 'mobile' }] },
  ],
};
const existing = { people: [{ name: '徐根土', relation: '1', phone: '13800000009' }] };

// The dialog is loaded when it is opened.
beforeAll(() => import('./paste/PasteRowsDialog.tsx'));

const paste = (target: HTMLElement, text: string, html = '') =>
  fireEvent.paste(target, {
    clipboardData: { getData: (type: string) => (type === 'text/html' ? html : text) },
  });
const open = (values: Record<string, unknown> = existing, table = people) => {
  const { handle } = openForm([table], { values });
  const rows = () =>
    handle()
      .store.rows('people')
      .map(({ name, relation, phone }) => [name, relation, phone]);
  return { handle, rows };
};
const cell = (name: string) => screen.getByRole('textbox', { name });
const dialog = () => screen.findByRole('dialog', { name: /^粘贴到“涉及人员”/ });
const press = (box: HTMLElement, name: string | RegExp) =>
  fireEvent.click(within(box).getByRole('button', { name }));

describe('paste of rows into a table (decision 0226)', () => {
  it('changes nothing before it is confirmed; one step takes it back, until something is changed', async () => {
    const { rows } = open();
    const before = rows();
    paste(cell('姓名，第 1 行'), '姓名\t电话\n张三\t13800000001\n李四\t13800000002');
    const box = await dialog();
    expect(rows()).toEqual(before);
    expect(within(box).getByRole('status').textContent).toBe('2 行可以');
    press(box, '粘贴 2 行');
    const after = [...before, ['张三', '', '13800000001'], ['李四', '', '13800000002']];
    expect(rows()).toEqual(after);
    await waitFor(() => expect(document.activeElement).toBe(cell('姓名，第 2 行')));
    fireEvent.keyDown(cell('姓名，第 2 行'), { key: 'z', ctrlKey: true });
    expect(rows()).toEqual(before);

    paste(cell('姓名，第 1 行'), '张三\t证人');
    press(await dialog(), '粘贴 1 行');
    expect(rows()).toEqual([...before, ['张三', '2', '']]);
    fireEvent.click(screen.getByRole('button', { name: '撤销粘贴' }));
    expect(rows()).toEqual(before);

    paste(cell('姓名，第 1 行'), '王五\t证人');
    press(await dialog(), '粘贴 1 行');
    fireEvent.change(cell('姓名，第 2 行'), { target: { value: '王五（代）' } });
    expect(screen.queryByRole('button', { name: '撤销粘贴' })).toBeNull();
    fireEvent.keyDown(cell('姓名，第 2 行'), { key: 'z', ctrlKey: true });
    expect(rows()).toEqual([...before, ['王五（代）', '2', '']]);
  });

  it('lists every wrong cell with a link, and takes corrections', async () => {
    const { rows } = open({ people: [] });
    fireEvent.click(screen.getByRole('button', { name: /从表格粘贴$/ }));
    const content = await screen.findByRole('textbox', { name: /在表格软件中复制多行/ });
    paste(content, '张三\t证人\t13800000001\n李四\t联系人\t1380000\n王五\t1\t13800000003');
    const box = await dialog();
    expect(within(box).getByRole('status').textContent).toBe('2 行可以2 格有错');
    expect(within(box).getByText('没有“联系人”，可选：当事人、证人')).toBeTruthy();
    const wrong = within(box).getByRole('textbox', { name: '第 2 行 关系' });
    // With wrong cells nothing is pasted: the first one gets the focus.
    press(box, '粘贴 3 行（2 格待改）');
    expect(document.activeElement).toBe(wrong);
    expect(rows()).toEqual([]);
    press(box, '第 2 行 电话');
    expect(document.activeElement).toBe(within(box).getByRole('textbox', { name: '第 2 行 电话' }));
    fireEvent.change(wrong, { target: { value: '当事人' } });
    fireEvent.change(within(box).getByRole('textbox', { name: '第 2 行 电话' }), {
      target: { value: '13800000002' },
    });
    await waitFor(() => expect(within(box).getByRole('status').textContent).toBe('3 行可以'));
    press(box, '粘贴 3 行');
    expect(rows()).toEqual([
      ['张三', '2', '13800000001'],
      ['李四', '1', '13800000002'],
      ['王五', '1', '13800000003'],
    ]);
  });

  it('can leave out wrong rows, replace the rows of the table, and paste rows twice', async () => {
    const { rows } = open();
    paste(cell('姓名，第 1 行'), '张三\t证人\n李四\t路人\n张三\t证人');
    const box = await dialog();
    expect(within(box).getByText('第 3 行与第 1 行相同，不粘贴')).toBeTruthy();
    fireEvent.click(within(box).getByRole('radio', { name: '换掉现有 1 行' }));
    fireEvent.click(within(box).getByRole('checkbox', { name: '重复的行也粘贴' }));
    await waitFor(() => expect(within(box).getByRole('status').textContent).toBe('2 行可以1 格有错'));
    press(box, '只粘贴没错的 2 行');
    expect(rows()).toEqual([
      ['张三', '2', ''],
      ['张三', '2', ''],
    ]);
  });

  it('takes the place of rows that were added and never filled in', async () => {
    const { rows, handle } = open({ people: [] });
    fireEvent.click(screen.getByRole('button', { name: /添加一行/ }));
    paste(cell('姓名，第 1 行'), '张三\t证人');
    press(await dialog(), '粘贴 1 行');
    expect(rows()).toEqual([['张三', '2', '']]);
    expect(handle().validate()).toEqual([]);
  });

  it('offers the first rows if there is no room for all', async () => {
    const { rows } = open(existing, { ...people, 'x-props': { maxRows: 3 } });
    paste(cell('姓名，第 1 行'), '甲\t证人\n乙\t证人\n丙\t证人');
    const box = await dialog();
    expect(within(box).getByRole('status').textContent).toBe('超出 1 行');
    expect(within(box).getByRole<HTMLButtonElement>('button', { name: '粘贴 3 行' }).disabled).toBe(true);
    press(box, '只留前 2 行');
    press(box, '粘贴 2 行');
    expect(rows().map(([name]) => name)).toEqual(['徐根土', '甲', '乙']);
  });

  it('leaves a single text to its field', () => {
    open();
    expect(paste(cell('姓名，第 1 行'), '张三')).toBe(true);
    expect(paste(cell('姓名，第 1 行'), '张三', '<table><tr><td>张三</td></tr></table>')).toBe(true);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('says why a content cannot be read, and shows it', async () => {
    open();
    fireEvent.click(screen.getByRole('button', { name: /从表格粘贴$/ }));
    paste(await screen.findByRole('textbox', { name: /在表格软件中复制多行/ }), `\t${'x'.repeat(500_000)}`);
    expect((await screen.findByRole('alert')).textContent).toBe(
      '内容过多，一次最多粘贴 50 万个字符，请分几次粘贴',
    );
  });
});

describe('content of the clipboard (decision 0226)', () => {
  const table = (rows: string) => ({ text: 'a b', html: `<html><style>b{}</style><table>${rows}</table>` });

  it('is plain text where that has tabs, because HTML may contain rounded numbers', () => {
    const html = '<table><tr><td>3.3E+17</td><td>b</td></tr></table>';
    expect(readClipboard({ text: '330199196205110029\tb', html })).toMatchObject({
      rows: [['330199196205110029', 'b']],
    });
  });

  it('is the table of a web page otherwise, with line breaks and without styles and scripts', () => {
    const rows =
      '<thead><tr><th>姓 名</th><th>b</th></tr></thead><tr><td>\n 甲<br>乙\n</td><td><style>x</style> <script>y</script>1</td></tr>';
    expect(readClipboard(table(rows))).toEqual({
      rows: [
        ['姓 名', 'b'],
        ['甲\n乙', '1'],
      ],
      mergedCells: 0,
    });
  });

  it('has the text of a merged cell once', () => {
    const rows = '<tr><td rowspan="2">甲</td><td colspan="2">乙</td></tr><tr><td>丙</td><td>丁</td></tr>';
    expect(readClipboard(table(rows))).toEqual({
      rows: [
        ['甲', '乙', ''],
        ['', '丙', '丁'],
      ],
      mergedCells: 2,
    });
  });

  it('is refused with too many columns or rows, also those that merged cells claim', () => {
    expect(readClipboard(table('<tr><td colspan="1000">甲</td><td>乙</td></tr>'))).toEqual({
      problem: '有 101 列，最多 100 列，请只复制需要的列',
    });
    expect(readClipboard(table('<tr><td rowspan="60000">甲</td><td>乙</td></tr>'))).toMatchObject({
      rows: [['甲', '乙']],
    });
    expect(readClipboard({ text: 'a\tb\n'.repeat(2001), html: '' })).toMatchObject({
      problem: expect.stringContaining('有 2001 行'),
    });
  });
});
