import { screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { schedule } from '#contract/schedule.ts';
import { endOfDay } from '#domain/calendar/local-date.ts';
import { answerCalls, renderPart } from '../work-orders/test-screen.tsx';
import { DeadlineLine } from './DayCard.tsx';
import { ScheduleDialog } from './ScheduleDialog.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

const deadlineAt = (dueDate: number): ComponentProps<typeof DeadlineLine>['deadline'] => ({
  kind: 'task',
  dueDate,
  workorderCode: '2026000302',
  workorderTraceId: '018f0000-0000-7000-8000-000000000002.1',
  title: '建议增设公交夜班线路',
  nodeName: '收件',
  light: 'yellow',
  lightText: '今日到期',
});

it('the header’s modal shows the next seven days and what is due in them (S0 §2)', async () => {
  const startDate = Math.floor(Date.now() / 1000) + 60;
  const entry = {
    id: '018f0000-0000-7000-8000-000000000001',
    scheduleName: '信访工作例会',
    address: '信访局 205 室',
    startDate,
    endDate: startDate + 3600,
    remark: '',
    isRemind: false,
    remindAdvance: null,
    reminded: false,
  };
  const deadline = deadlineAt(startDate);
  answerCalls({
    [`GET ${schedule.list.path}`]: () => ({ rows: [entry], deadlines: [deadline], daysOff: [], today: '' }),
  });
  renderPart(<ScheduleDialog onClose={() => undefined} />);
  expect((await screen.findAllByText('信访工作例会')).length).toBeGreaterThan(0);
  expect(screen.getByText('环节到期')).toBeTruthy();
  expect(screen.getByRole('button', { name: '打开日程' })).toBeTruthy();
});

it('a day names the end of a limit in days as the other screens do', () => {
  const deadline = deadlineAt(Math.floor(endOfDay('2026-11-30').getTime() / 1000));
  renderPart(<DeadlineLine deadline={deadline} />);
  expect(screen.getByText('24:00 前')).toBeTruthy();
});
