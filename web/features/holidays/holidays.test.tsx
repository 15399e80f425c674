import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { holidays } from '#contract/holidays.ts';
import { answerCalls, renderPart } from '../work-orders/test-screen.tsx';
import { HolidaysScreen } from './HolidaysScreen.tsx';

afterEach(() => vi.unstubAllGlobals());

describe('holidays', () => {
  const thisYear = new Date().getFullYear();
  const answers = {
    [`GET ${holidays.year.path}`]: () => ({
      year: thisYear,
      coveredYears: [thisYear],
      editable: true,
      days: [
        { day: `${thisYear}-10-01`, kind: 'holiday', name: '国庆节' },
        { day: `${thisYear}-10-02`, kind: 'holiday', name: '国庆节' },
      ],
    }),
    [`GET ${holidays.effect.path}`]: () => ({ sentences: ['有 3 件在办件的时限经过这些天'] }),
  };

  it('shows the year with one tab stop, and consecutive days as one line', async () => {
    answerCalls(answers);
    renderPart(<HolidaysScreen />);
    const day = await screen.findByRole('button', { name: /-10-01 .*放假 国庆节$/ });
    const days = screen.getAllByRole('button', { name: /^\d{4}-\d\d-\d\d / });
    expect(days.length).toBeGreaterThanOrEqual(365);
    expect(days.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
    fireEvent.focus(day);
    fireEvent.keyDown(day, { key: 'ArrowDown' });
    expect(document.activeElement?.getAttribute('data-day')).toBe(`${thisYear}-10-08`);
    expect(
      screen.getByRole('button', { name: `修改 国庆节 ${thisYear}-10-01 至 ${thisYear}-10-02` }),
    ).toBeDefined();
  });

  it('shows every problem at its field and the effect of the edit', async () => {
    const calls = answerCalls(answers);
    renderPart(<HolidaysScreen />);
    fireEvent.click(await screen.findByRole('button', { name: /-10-08 / }));
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByText('有 3 件在办件的时限经过这些天')).toBeDefined();
    fireEvent.click(within(dialog).getByRole('button', { name: '保存' }));
    expect(await within(dialog).findByText('请输入节假日名称')).toBeDefined();
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  });
});
