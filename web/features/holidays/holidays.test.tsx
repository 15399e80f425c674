import { fireEvent, screen, waitFor, within } from '@testing-library/react';
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
    [`GET ${holidays.effect.path}`]: () => ({
      open: 1284,
      later: 862,
      earlier: 37,
      overdue: 2,
      unchanged: 385,
      steps: 40,
      overdueSteps: 1,
      isEstimate: false,
      rows: [
        {
          code: '2026000241',
          itemName: '来信',
          orgName: '信访局',
          dueOn: '2026-11-27',
          newDueOn: '2026-11-26',
          days: -1,
          becomesOverdue: true,
        },
      ],
      sentences: [],
      key: 'seen',
    }),
    [`POST ${holidays.set.path}`]: () => ({ days: 1 }),
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

  it('shows every problem at its field, and the effect before the edit is saved', async () => {
    const calls = answerCalls(answers);
    renderPart(<HolidaysScreen />);
    fireEvent.click(await screen.findByRole('button', { name: /-10-08 / }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(within(dialog).getByRole('button', { name: '下一步' }));
    expect(await within(dialog).findByText('请输入节假日名称')).toBeDefined();
    fireEvent.change(within(dialog).getByLabelText(/节假日名称/), { target: { value: '停电' } });
    fireEvent.click(within(dialog).getByRole('button', { name: '下一步' }));
    // In tests all dialogs have one title id, so that it is found by its title's text.
    const title = await screen.findByText('保存前查看影响');
    const effect = title.closest<HTMLElement>('[role=dialog]') ?? document.body;
    expect(await within(effect).findByText('1,284 件')).toBeDefined();
    expect(within(effect).getByRole('row', { name: /2026000241/ }).textContent).toContain(
      '2026-11-26，超期−1 天',
    );
    expect(within(effect).getByText('列出前 1 件，共 899 件。')).toBeDefined();
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
    fireEvent.click(within(effect).getByRole('button', { name: '确认保存（899 件变动）' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
      name: '停电',
      effectKey: 'seen',
    });
  });
});
