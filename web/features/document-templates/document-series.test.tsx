import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type DocumentSeries, documentSeries } from '#contract/document-templates.ts';
import { localDateOf, yearOf } from '#domain/calendar/local-date.ts';
import { answerCalls, renderPart } from '../work-orders/test-screen.tsx';
import { DocumentSeriesScreen } from './DocumentSeriesScreen.tsx';

/** 文号, as the configuration administrator manages them (decision 0155). */

const year = yearOf(localDateOf(new Date()));
const series: DocumentSeries = {
  orgId: '330127-xfj',
  orgName: '淳安县信访局',
  name: '淳信受',
  year,
  last: 185,
  begun: true,
  used: 185,
  free: [12, 40],
  papers: [{ itemName: '群众来信办理', name: '受理告知书' }],
};

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

function open(rows = [series, { ...series, year: year - 1, last: 300, free: [] }]) {
  const calls = answerCalls({
    [`GET ${documentSeries.list.path}`]: () => ({ rows }),
    [`POST ${documentSeries.setLast.path}`]: () => series,
    [`GET ${documentSeries.numbers.path}`]: () => ({
      total: 1,
      rows: [
        {
          number: 12,
          text: `淳信受〔${year}〕12号`,
          state: 'free',
          stateLabel: '空号',
          paperName: '',
          orderCode: '',
          madeAt: null,
        },
      ],
    }),
  });
  renderPart(<DocumentSeriesScreen />);
  return calls;
}

describe('document number series', () => {
  it('are found by prefix or organisation', async () => {
    open([series, { ...series, name: '淳信答' }]);
    fireEvent.change(await screen.findByRole('textbox', { name: '查找文号' }), { target: { value: '信答' } });
    expect(screen.queryByRole('row', { name: /淳信受/ })).toBeNull();
    expect(screen.getByRole('row', { name: /淳信答/ })).toBeDefined();
    fireEvent.change(screen.getByRole('textbox', { name: '查找文号' }), { target: { value: '无此' } });
    expect(screen.getByText('没有找到文号')).toBeDefined();
  });

  it('show the last number, the unused numbers and the next number', async () => {
    open();
    const row = await screen.findByRole('row', { name: /淳信受/ });
    const origin = screen.getByRole('link', { name: '文书模板' });
    expect(origin.getAttribute('href')).toBe('/business/document-templates');
    expect(row.textContent).toContain(`185 号12、40淳信受〔${year}〕12号1 类文书`);
    expect(screen.getAllByRole('row')).toHaveLength(2);
  });

  it('show after a later start number which number a document has, in the row and in the usage dialog', async () => {
    open([{ ...series, last: 299, free: [] }]);
    const row = await screen.findByRole('row', { name: /淳信受/ });
    expect(row.textContent).toContain('185 号，之后从 300 号起编');
    fireEvent.click(within(row).getByRole('button', { name: '使用情况 淳信受' }));
    expect(await screen.findByText('已编至 185 号，之后从 300 号起编。')).toBeDefined();
  });

  it('show in the row and in the usage dialog that only a start number is set and none was assigned', async () => {
    const calls = answerCalls({
      [`GET ${documentSeries.list.path}`]: () => ({
        rows: [{ ...series, last: 34, begun: false, used: 0, free: [] }],
      }),
      [`GET ${documentSeries.numbers.path}`]: () => ({ total: 0, rows: [] }),
    });
    renderPart(<DocumentSeriesScreen />);
    const row = await screen.findByRole('row', { name: /淳信受/ });
    expect(row.textContent).toContain('从 35 号起编，尚未编号');
    fireEvent.click(screen.getByRole('button', { name: '使用情况 淳信受' }));
    expect(await within(await screen.findByRole('dialog')).findByText('从 35 号起编，尚未编号')).toBeTruthy();
    expect(calls.some(({ path }) => path === documentSeries.numbers.path)).toBe(true);
  });

  it('are shown for other years, including those that can begin in them', async () => {
    open([series]);
    await screen.findByRole('row', { name: /淳信受/ });
    fireEvent.mouseDown(screen.getByRole('combobox', { name: '年度' }));
    fireEvent.click(await screen.findByTitle(`${year + 1} 年`));
    const row = await screen.findByRole('row', { name: /淳信受/ });
    expect(row.textContent).toContain(`尚未编号无淳信受〔${year + 1}〕1号`);
  });

  it('name the documents that take a number on demand, and return the focus to the row', async () => {
    open([{ ...series, papers: [...series.papers, { itemName: '人大代表建议办理', name: '建议交办函' }] }]);
    const seriesButton = await screen.findByRole('button', { name: '2 类文书使用 淳信受' });
    seriesButton.focus();
    fireEvent.click(seriesButton);
    // In tests the drawer and the choice of the year have the same id, so that the drawer cannot be found by its
    // name.
    const drawer = await screen.findByRole('dialog');
    expect(within(drawer).getByText(`淳信受〔${year}〕`)).toBeTruthy();
    expect(within(drawer).getByText('受理告知书')).toBeTruthy();
    expect(within(drawer).getByText('人大代表建议办理')).toBeTruthy();
    fireEvent.click(within(drawer).getByRole('button', { name: /关闭|Close/ }));
    await waitFor(() => expect(document.activeElement).toBe(seriesButton));
  });

  it('continue from a number set by the administrator, and never go back', async () => {
    const calls = open();
    fireEvent.click(await screen.findByRole('button', { name: '设置起始 淳信受' }));
    const dialog = await screen.findByRole('dialog');
    const confirm = within(dialog).getByRole('button', { name: '确认设置' });
    expect(confirm.hasAttribute('disabled')).toBe(true);
    const number = within(dialog).getByRole('spinbutton', { name: '新文号从第几号起' });
    fireEvent.change(number, { target: { value: '185' } });
    expect(await within(dialog).findByText('不能小于 186')).toBeTruthy();
    fireEvent.click(confirm);
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
    fireEvent.change(number, { target: { value: '200.5' } });
    expect(await within(dialog).findByText(`从 淳信受〔${year}〕201号 起`)).toBeTruthy();
    fireEvent.change(number, { target: { value: '201' } });
    expect(dialog.textContent).toContain(`淳信受〔${year}〕186号 至 淳信受〔${year}〕200号，设置后不能改回`);
    fireEvent.click(confirm);
    expect(await screen.findByText('“淳信受”的新文号从 201 号起')).toBeTruthy();
    const { body } = calls.find(({ method }) => method === 'POST') ?? {};
    expect(body).toEqual({ orgId: '330127-xfj', name: '淳信受', year, last: 200 });
  });

  it('name a number that has no document', async () => {
    open();
    fireEvent.click(await screen.findByRole('button', { name: '使用情况 淳信受' }));
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByText('空号')).toBeTruthy();
  });
});
