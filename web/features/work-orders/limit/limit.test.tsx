import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { LimitExplanation } from '#contract/order-limits.ts';
import { type ClockLedger, LimitUnit, startClock } from '#domain/calendar/clock-ledger.ts';
import { explainLimit } from '#domain/calendar/due-date-explanation.ts';
import { answerCalls, refuseWith, renderPart } from '../test-screen.tsx';
import { LimitButton } from './LimitButton.tsx';
import { barsOf, ledgerColumns } from './ledger-columns.ts';

afterEach(() => vi.unstubAllGlobals());

const holidays = { coveredYears: [2026], days: {} };
const code = '20260302000001';
const path = `GET /api/work-orders/${code}/limit`;
const at = (text: string) => new Date(`${text}:00+08:00`);

function explained(ledger: ClockLedger, now: string) {
  return explainLimit(ledger, holidays, { at: at(now), ended: false });
}

const paused: ClockLedger = {
  ...startClock({ amount: 10, unit: LimitUnit.workingDays }, at('2026-11-16T14:30')),
  pauses: [
    {
      key: '1',
      from: at('2026-11-19T10:20').toISOString(),
      until: at('2026-11-20T09:31').toISOString(),
      reason: '补正',
    },
  ],
};

function answerOf(limit: LimitExplanation['limit'], traceId: string): LimitExplanation {
  return { nodeName: '', ended: false, limit, tasks: [{ traceId, nodeName: '审查' }] };
}

describe('ledger of a limit', () => {
  it('draws a short limit day by day, with the past, the pause and the days to come apart', () => {
    const columns = ledgerColumns(explained(paused, '2026-11-20T15:00'));
    expect(columns).toHaveLength(17);
    expect(barsOf(columns).map(({ kind, columns: width, counted }) => `${kind} ${width} ${counted}`)).toEqual(
      ['start 1 0', 'counted 2 2', 'paused 2 0', 'dayOff 2 0', 'counted 5 5', 'dayOff 2 0', 'counted 3 3'],
    );
  });

  it('folds quiet weeks of a long limit, and keeps the week of the present day', () => {
    const long = startClock({ amount: 60, unit: LimitUnit.workingDays }, at('2026-03-02T09:00'));
    const columns = ledgerColumns(explained(long, '2026-04-01T09:00'));
    const weeks = columns.filter(({ from, until }) => from !== until);
    expect(weeks.length).toBe(10);
    expect(columns.find(({ from }) => from === '2026-04-01')?.until).toBe('2026-04-01');
    expect(columns.reduce((sum, { counted }) => sum + counted, 0)).toBe(60);
    expect(columns.length).toBeLessThan(30);
  });
});

describe('dialog 时限说明', () => {
  it('opens from a limit, shows the sum and the rows, and switches to the step', async () => {
    const traceId = '018f0000-0000-7000-8000-000000000000.2';
    const calls = answerCalls({ [path]: () => answerOf(explained(paused, '2026-11-20T15:00'), traceId) });
    renderPart(<LimitButton code={code}>余 8 个工作日</LimitButton>);
    fireEvent.click(screen.getByRole('button', { name: '余 8 个工作日' }));
    const due = await screen.findByText('2026-12-02');
    expect(due.parentElement?.textContent).toBe(
      '时限 10 个工作日。已计 2 天，补正停 2 天，还剩 8 天，所以 2026-12-02 到期。',
    );
    const table = screen.getAllByRole('table').at(-1);
    const rows = within(table as HTMLElement)
      .getAllByRole('row')
      .map(({ textContent }) => textContent);
    expect(rows[3]).toBe('2026-11-19 至 2026-11-20因补正暂停02');
    expect(rows.at(-1)).toBe('2026-11-30 至 2026-12-02工作日，还没到310');
    fireEvent.click(screen.getByText('审查'));
    await waitFor(() => expect(calls.at(-1)?.query.get('traceId')).toBe(traceId));
  });

  it('says so when there is no limit, and can be retried after a failure', async () => {
    let isFailing = true;
    answerCalls({
      [path]: () => (isFailing ? refuseWith(500, '服务暂不可用') : { ...answerOf(null, 'x.1'), tasks: [] }),
    });
    renderPart(<LimitButton code={code}>全程</LimitButton>);
    fireEvent.click(screen.getByRole('button', { name: '全程' }));
    const retry = await screen.findByRole('button', { name: /重试|重新/ });
    isFailing = false;
    fireEvent.click(retry);
    expect(await screen.findByText('没有时限')).toBeTruthy();
  });
});
