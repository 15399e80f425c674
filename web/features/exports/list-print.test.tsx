import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { exportTasks } from '#contract/exports.ts';
import { CallError } from '#web/api/call-error.ts';
import { stubQuery } from '#web/api/test-query.ts';
import type { ListColumn, ListQuery } from '#web/toolkit/list-model/list-types.ts';
import { ListPrint } from '#web/toolkit/list-print/ListPrint.tsx';
import { answerCalls, renderPart } from '../work-orders/test-screen.tsx';

interface Row {
  code: string;
}
const columns: ListColumn<Row>[] = [
  { key: '#', title: '序号', render: () => null },
  { key: 'code', title: '流水号', render: ({ code }) => code },
];
const query: ListQuery = { page: 3, size: 10, sort: 'dueAt', order: 'asc', filters: { due: 'overdue' } };

/** Stubs a browser that prints: it fires events before and after, and stores the printed rows. */
function stubPrinting() {
  const sheets: { rows: string[][]; text: string }[] = [];
  vi.stubGlobal('print', () => {
    window.dispatchEvent(new Event('beforeprint'));
    const table = screen.getByRole('table', { hidden: true });
    const rows = [...table.querySelectorAll('tr')].map((row) =>
      [...row.children].map(({ textContent }) => textContent ?? ''),
    );
    sheets.push({ rows, text: document.querySelector('article')?.textContent ?? '' });
    window.dispatchEvent(new Event('afterprint'));
  });
  return sheets;
}

function print(total: number, selectedRows: readonly Row[] = [], isFailing = false) {
  answerCalls({
    [`POST ${exportTasks.check.path}`]: () => ({
      decision: 'export',
      rows: total,
      message: '',
      columns: [],
      filters: '时限：已超期',
    }),
  });
  const requests: ListQuery[] = [];
  const onClose = vi.fn();
  renderPart(
    <ListPrint<Row>
      list="todo"
      title="待办"
      query={query}
      total={total}
      rowKey={({ code }) => code}
      columns={columns}
      chosen={selectedRows}
      source={(request) =>
        stubQuery(request, async () => {
          requests.push(request);
          if (isFailing) throw new CallError({ errcode: 500, message: '系统出现异常', requestId: 'r-1' });
          const firstIndex = (request.page - 1) * request.size;
          const length = Math.max(0, Math.min(request.size, total - firstIndex));
          return {
            rows: Array.from({ length }, (_, index) => ({ code: String(firstIndex + index + 1) })),
            total,
          };
        })
      }
      onClose={onClose}
    />,
    '/todo',
  );
  return { requests, onClose };
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe('打印 of a list', () => {
  it('prints all pages as filtered and sorted, with row numbers and the filters in words', async () => {
    const sheets = stubPrinting();
    const { requests, onClose } = print(430);
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(requests).toEqual([1, 2, 3].map((page) => ({ ...query, page, size: 200 })));
    expect(sheets).toHaveLength(1);
    expect(sheets[0]?.rows).toHaveLength(431);
    expect(sheets[0]?.rows[0]).toEqual(['序号', '流水号']);
    expect(sheets[0]?.rows[430]).toEqual(['430', '430']);
    expect(sheets[0]?.text).toContain('查询条件：时限：已超期');
    expect(sheets[0]?.text).toContain('共 430 条');
    expect(sheets[0]?.text).toMatch(/打印时间：\d{4}-\d\d-\d\d \d\d:\d\d/);
  });

  it('asks first for more than 1,000 rows, and prints a note that the rest is missing', async () => {
    const sheets = stubPrinting();
    const { requests, onClose } = print(2300);
    const dialog = await screen.findByRole('dialog', { name: '打印待办' });
    expect(within(dialog).getByText(/共 2300 条，一次最多打印 1000 条/)).toBeTruthy();
    expect(requests).toEqual([]);
    fireEvent.click(within(dialog).getByRole('button', { name: '打印前 1000 条' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(requests).toHaveLength(5);
    expect(sheets[0]?.rows).toHaveLength(1001);
    expect(sheets[0]?.text).toContain('共 2300 条，打印前 1000 条，其余未打印');
  });

  it('prints only the selected rows, without a call to the server', async () => {
    const sheets = stubPrinting();
    const { requests, onClose } = print(50, [{ code: '7' }, { code: '9' }]);
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(requests).toEqual([]);
    expect(sheets[0]?.rows.slice(1)).toEqual([
      ['1', '7'],
      ['2', '9'],
    ]);
    expect(sheets[0]?.text).toContain('查询条件：勾选 2 条');
  });

  it('prints nothing when the list could not be read completely, and shows why', async () => {
    const sheets = stubPrinting();
    print(50, [], true);
    expect(await screen.findByText('系统出现异常')).toBeTruthy();
    expect(sheets).toEqual([]);
  });
});
