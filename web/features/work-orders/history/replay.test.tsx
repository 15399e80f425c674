import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { orderHistory, type ReplayedOrder } from '#contract/order-history.ts';
import type { SideRecordRow } from '#contract/side-records.ts';
import { usePrinting } from '#web/toolkit/page/use-printing.ts';
import { PrintedOrderSheet } from '../prints/PrintedOrderSheet.tsx';
import type { PrintPart } from '../prints/print-parts.ts';
import { buildOrderForm, buildOrderPage, buildTrace } from '../test-order.ts';
import { answerCalls, renderPart } from '../test-screen.tsx';
import { ReplayDialog } from './ReplayDialog.tsx';

afterEach(() => vi.unstubAllGlobals());

const page = buildOrderPage({ forms: [buildOrderForm()], traces: [buildTrace(1)] });
const { code } = page.order;
const pathOf = (path: string) => `GET ${path.replace(':workorderCode', code)}`;
const at = '2026-11-20T06:05:00.000Z';
const suspended = { id: 1, kindName: '中止', stateName: '中止中' } as SideRecordRow;
const stepAt = (version: number, change: Partial<ReplayedOrder>): ReplayedOrder => ({
  ...{ version, at, status: 16, statusLabel: '待收件', process: page.process, traces: page.traces },
  ...{
    traceTotals: page.traceTotals,
    records: [],
    forms: [],
    changedFields: {},
    unknownFields: {},
    ...change,
  },
});

function Screen() {
  const { printing, part, print } = usePrinting<PrintPart>();
  const slots = {
    ProcessDiagram: () => null,
    EarlierRecords: ({ records }: { records: readonly SideRecordRow[] }) => (
      <p>{records.map(({ kindName, stateName }) => `${kindName}：${stateName}`).join()}</p>
    ),
    onPrint: print,
  };
  return (
    <>
      <ReplayDialog page={page} slots={slots} onClose={() => undefined} />
      {printing && <PrintedOrderSheet page={page} part={part} />}
    </>
  );
}

const steps = [3, 5].map((version) => ({
  version,
  at,
  actName: '中止',
  flowNodeName: '收件',
  handlerName: '刘洋',
}));

function openReplay() {
  answerCalls({
    [pathOf(orderHistory.steps.path)]: () => ({ rows: steps, omitted: 0 }),
    [`${pathOf(orderHistory.steps.path)}/3`]: () => stepAt(3, { statusLabel: '已登记' }),
    [`${pathOf(orderHistory.steps.path)}/5`]: () =>
      stepAt(5, { statusLabel: '已挂起', records: [suspended] }),
  });
  renderPart(<Screen />);
}

it('shows the side records of a step in their state of that time, and none before the first', async () => {
  openReplay();
  fireEvent.click(await screen.findByRole('tab', { name: '办件记录（1）' }));
  expect(screen.getByText('中止：中止中')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: '上一步' }));
  expect(await screen.findByText('办件状态：已登记')).toBeTruthy();
  expect(screen.queryByRole('tab', { name: /办件记录/ })).toBeNull();
});

it('prints the order sheet as it stood after the step', async () => {
  vi.stubGlobal('print', () => window.dispatchEvent(new Event('beforeprint')));
  openReplay();
  await screen.findByText('办件状态：已挂起');
  fireEvent.click(screen.getByRole('button', { name: '打印' }));
  const sheet = within(screen.getByRole('article'));
  expect(sheet.getByText('办件单（第 2 步后，2026-11-20 14:05）')).toBeTruthy();
  expect(sheet.getByText('已挂起')).toBeTruthy();
});
