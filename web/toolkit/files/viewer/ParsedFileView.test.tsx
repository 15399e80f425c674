import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { FilePreview, SheetPreview } from '#contract/file-previews.ts';
import { answerCalls, refuseWith, renderPart } from '#web/features/work-orders/test-screen.tsx';
import { FileViewer } from './FileViewer.tsx';

const id = '018f0000-0000-7000-8000-000000000001';
const address = `GET /api/files/${id}/preview-data`;
afterEach(() => vi.unstubAllGlobals());

function open(name: string, answer: () => FilePreview | Response) {
  const requests = answerCalls({ [address]: answer });
  renderPart(<FileViewer files={[{ id, name }]} firstId={id} onClose={() => undefined} />);
  return requests;
}
const row = (...cells: string[]) => ({ cells, numbers: [] as number[] });
const sheet = (rows: SheetPreview['rows'], overrides: Partial<SheetPreview> = {}): SheetPreview => ({
  name: '台账',
  widths: [],
  merges: [],
  isCut: false,
  frozenRows: 0,
  rows,
  ...overrides,
});
const workbook = (sheets: SheetPreview[], sheetsLeftOut = 0): FilePreview => ({
  kind: 'sheet',
  sheets,
  sheetsLeftOut,
});
const find = (text: string) =>
  act(async () => fireEvent.change(screen.getByLabelText('在文件中查找'), { target: { value: text } }));

describe('spreadsheet view', () => {
  it('shows a table with its header row, right-aligned numbers and merged cells', async () => {
    const merge = { top: 1, left: 0, bottom: 2, right: 1 };
    const rows = [
      row('姓名', '地址', '金额'),
      { cells: ['甲', '', '1,200.00'], numbers: [2] },
      row('', '', '乙'),
    ];
    const requests = open('台账.xlsx', () => workbook([sheet(rows, { merges: [merge] })]));
    const table = await screen.findByRole('table', { name: '台账' });
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((cell) => cell.textContent),
    ).toEqual(['姓名', '地址', '金额']);
    const number = within(table).getByRole('cell', { name: '1,200.00' });
    expect(number.getAttribute('data-number')).toBe('true');
    const one = within(table).getByRole('cell', { name: '甲' });
    expect(one.style.height).toBe('56px');
    // Covered cells of a merge are not drawn a second time.
    expect(
      within(table)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['甲', '1,200.00', '乙']);
    expect(requests[0]?.query.get('pagePath')).toBe('/');
  });

  it('keeps the column names visible below a title row', async () => {
    const title = { top: 0, left: 0, bottom: 0, right: 1 };
    open('台账.xlsx', () =>
      workbook([sheet([row('一览'), row('姓名', '地址'), row('甲', '乙')], { merges: [title] })]),
    );
    const table = await screen.findByRole('table', { name: '台账' });
    const heads = within(table).getAllByRole('columnheader');
    expect(heads.map((cell) => cell.textContent)).toEqual(['一览', '姓名', '地址']);
  });

  it('renders only a few of thousands of rows', async () => {
    const rows = Array.from({ length: 2000 }, (_, number) => row(`第${number}行`));
    open('大.csv', () => workbook([sheet(rows, { name: '', isCut: true })]));
    const table = await screen.findByRole('table', { name: '大.csv' });
    expect(within(table).getAllByRole('row').length).toBeLessThan(80);
    expect(screen.getByText('表格较大，只显示前 2000 行，其余请下载后查看')).toBeTruthy();
    const box = screen.getByRole('region', { name: '大.csv' });
    Object.defineProperty(box, 'scrollTop', { value: 28 * 1500, writable: true });
    fireEvent.scroll(box);
    expect(within(table).getByText('第1510行')).toBeTruthy();
    // The first row is frozen.
    expect(within(table).getByText('第0行')).toBeTruthy();
    expect(within(table).queryByText('第10行')).toBeNull();
  });

  it('is searched row by row, each sheet separately', async () => {
    const second = sheet([row('空')], { name: '附表' });
    open('台账.xlsx', () => workbook([sheet([row('A1', 'x'), row('a1'), row('b')]), second], 2));
    await screen.findByRole('table', { name: '台账' });
    expect(screen.getByText('另有 2 张隐藏或未显示的工作表')).toBeTruthy();
    await find('a1');
    expect(screen.getByText('1 / 2')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: '下一处' }));
    expect(screen.getByText('a1').getAttribute('data-match')).toBe('current');
    expect(screen.getByText('A1').getAttribute('data-match')).toBe('other');
    fireEvent.keyDown(screen.getByLabelText('在文件中查找'), { key: 'Enter', code: 'Enter' });
    expect(screen.getByText('1 / 2')).toBeTruthy();
    fireEvent.click(screen.getByRole('tab', { name: '附表' }));
    await screen.findByRole('table', { name: '附表' });
    expect(screen.getByText('没有找到')).toBeTruthy();
  });

  it('shows why a sheet cannot be shown, and shows it on retry', async () => {
    let answer: FilePreview | Response = refuseWith(400, '文件已损坏或无法读取，请下载后查看');
    open('坏.xls', () => answer);
    await screen.findByText('文件已损坏或无法读取，请下载后查看');
    answer = workbook([sheet([])]);
    fireEvent.click(screen.getByRole('button', { name: '重新加载' }));
    expect(await screen.findByText('这张表没有内容')).toBeTruthy();
  });
});

describe('text view', () => {
  const text = '第一行 (一)\n第二行 (二)\n';

  it('shows its lines, searches the literal text, and shows the encoding', async () => {
    open('说明.txt', () => ({ kind: 'text', text, encoding: 'GB18030', isCut: true }));
    const view = await screen.findByRole('document', { name: '说明.txt' });
    expect(view.textContent).toBe(text);
    expect(screen.getByText(/编码 GB18030/).textContent).toContain('只显示前 1 MB');
    await find('行 (');
    expect(view.querySelectorAll('mark')).toHaveLength(2);
    fireEvent.click(screen.getByRole('button', { name: '上一处' }));
    expect(screen.getByText('2 / 2')).toBeTruthy();
    expect(view.querySelectorAll('mark')[1]?.hasAttribute('data-current')).toBe(true);
    expect(view.textContent).toBe(text);
    await find('第三');
    expect(screen.getByText('没有找到')).toBeTruthy();
  });

  it('toggles line wrapping and a monospaced font', async () => {
    open('说明.txt', () => ({ kind: 'text', text, encoding: 'UTF-8', isCut: false }));
    const view = await screen.findByRole('document', { name: '说明.txt' });
    for (const [name, key, before] of [
      ['自动换行', 'wrap', 'true'],
      ['等宽字体', 'mono', 'false'],
    ] as const) {
      expect(view.dataset[key]).toBe(before);
      fireEvent.click(screen.getByRole('button', { name }));
      await waitFor(() => expect(view.dataset[key]).not.toBe(before));
    }
  });
});
