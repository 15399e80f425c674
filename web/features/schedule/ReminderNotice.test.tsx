import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { schedule } from '#contract/schedule.ts';
import { answerCalls, renderPart } from '../work-orders/test-screen.tsx';
import { ReminderNotice } from './ReminderNotice.tsx';

const remindCall = `GET ${schedule.remind.path}`;
const dismissCall = `POST ${schedule.dismiss.path}`;
const entry = {
  id: '018f0000-0000-7000-8000-000000000001',
  scheduleName: '电梯维修协调会',
  address: '住建局 302 室',
  startDate: Date.parse('2026-11-20T14:30:00+08:00') / 1000,
  endDate: Date.parse('2026-11-20T15:30:00+08:00') / 1000,
  remark: '',
  isRemind: true,
  remindAdvance: 15,
  reminded: true,
};

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const wait = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));

describe('reminders of the schedule (S0 §4)', () => {
  it('are polled every 60 s and stay until they are dismissed', async () => {
    let rows: object[] = [];
    const respondDismissed = vi.fn(() => {
      rows = [];
      return { dismissed: 1 };
    });
    answerCalls({ [remindCall]: () => ({ rows }), [dismissCall]: respondDismissed });
    renderPart(<ReminderNotice />);
    await wait(1);
    expect(screen.queryByRole('complementary')).toBeNull();
    rows = [entry];
    await wait(60);
    expect(screen.getByText('电梯维修协调会')).toBeTruthy();
    await wait(120);
    fireEvent.click(screen.getByRole('button', { name: '知道了' }));
    await wait(1);
    expect(screen.queryByText('电梯维修协调会')).toBeNull();
    expect(respondDismissed).toHaveBeenCalledTimes(1);
  });

  it('are shown in one of several tabs, and again there after a reload', async () => {
    answerCalls({ [remindCall]: () => ({ rows: [entry] }) });
    const firstTab = renderPart(<ReminderNotice />);
    await wait(1);
    expect(screen.getByText('电梯维修协调会')).toBeTruthy();
    firstTab.unmount();
    renderPart(<ReminderNotice />);
    await wait(1);
    expect(screen.getByText('电梯维修协调会')).toBeTruthy();
  });

  it('are not shown in a tab while another shows them', async () => {
    localStorage.setItem(
      'banjian.remindersShown',
      JSON.stringify([[`${entry.id} ${entry.startDate}`, 'the other tab', Date.now() + 90_000]]),
    );
    answerCalls({ [remindCall]: () => ({ rows: [entry] }) });
    renderPart(<ReminderNotice />);
    await wait(1);
    expect(screen.queryByText('电梯维修协调会')).toBeNull();
  });

  it('are shown in another tab when the one that showed them is closed', async () => {
    answerCalls({ [remindCall]: () => ({ rows: [entry] }) });
    const firstTab = renderPart(<ReminderNotice />);
    await wait(1);
    firstTab.unmount();
    sessionStorage.clear();
    renderPart(<ReminderNotice />);
    await wait(1);
    expect(screen.queryByText('电梯维修协调会')).toBeNull();
    await wait(120);
    expect(screen.getByText('电梯维修协调会')).toBeTruthy();
  });

  it('stay in the tab that shows them as long as it is open', async () => {
    answerCalls({ [remindCall]: () => ({ rows: [entry] }) });
    renderPart(<ReminderNotice />);
    await wait(200);
    const [[, , until]] = JSON.parse(localStorage.getItem('banjian.remindersShown') ?? '[]');
    expect(until).toBeGreaterThan(Date.now());
    expect(screen.getByText('电梯维修协调会')).toBeTruthy();
  });
});
