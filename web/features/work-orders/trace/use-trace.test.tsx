import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { type WorkOrderPage, workOrders } from '#contract/work-orders.ts';
import { buildOrderPage, buildTrace } from '../test-order.ts';
import { answerCalls, refuseWith, renderPart } from '../test-screen.tsx';
import { useTrace } from './use-trace.ts';

afterEach(() => vi.unstubAllGlobals());

const rows = Array.from({ length: 60 }, (_, index) =>
  buildTrace(60 - index, { lastUpdatedAt: '2026-11-01T00:00:00.000Z' }),
);
const path = workOrders.traces.path.replace(':workorderCode', buildOrderPage().order.code);

function Probe({ page }: { page: WorkOrderPage }) {
  const { traces, rest } = useTrace(page);
  return (
    <button type="button" onClick={rest?.load}>
      {traces.length} {traces[0]?.remark}{' '}
      {rest === null ? 'whole' : rest.failure === null ? 'part' : 'failed'}
    </button>
  );
}

const partialPage = (totals: number) =>
  buildOrderPage({
    traces: rows.slice(0, 30).map((row) => ({ ...row, remark: 'newest' })),
    traceTotals: { rows: totals, answers: 0 },
  });

it('loads the rest only on request, and prefers the page’s own newer rows', async () => {
  const calls = answerCalls({ [`GET ${path}`]: () => ({ rows }) });
  renderPart(<Probe page={partialPage(60)} />);
  expect(screen.getByRole('button').textContent).toBe('30 newest part');
  expect(calls).toHaveLength(0);
  fireEvent.click(screen.getByRole('button'));
  expect(await screen.findByText('60 newest whole')).toBeTruthy();
  expect(calls).toHaveLength(1);
});

it('sends no request when the page has all rows', () => {
  const calls = answerCalls({});
  renderPart(<Probe page={partialPage(30)} />);
  fireEvent.click(screen.getByRole('button'));
  expect(screen.getByRole('button').textContent).toBe('30 newest whole');
  expect(calls).toHaveLength(0);
});

it('retries after a failure', async () => {
  let isFailing = true;
  answerCalls({ [`GET ${path}`]: () => (isFailing ? refuseWith(500, '系统繁忙') : { rows }) });
  renderPart(<Probe page={partialPage(60)} />);
  fireEvent.click(screen.getByRole('button'));
  expect(await screen.findByText('30 newest failed')).toBeTruthy();
  isFailing = false;
  fireEvent.click(screen.getByRole('button'));
  expect(await screen.findByText('60 newest whole')).toBeTruthy();
});
