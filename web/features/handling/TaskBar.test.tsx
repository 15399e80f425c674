import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { askingOthers } from '#contract/asking-others.ts';
import { opinions } from '#contract/opinions.ts';
import { noForms } from '#web/toolkit/open-forms/handled-forms.ts';
import { CommonOpinionPopover } from '../opinions/CommonOpinionPopover.tsx';
import { OpinionChips } from '../opinions/OpinionChips.tsx';
import { UrgeDialog } from '../urge/UrgeDialog.tsx';
import { buildButton, buildMyTask, taskTraceId } from '../work-orders/test-order.ts';
import { buildOutcome, endingOutcome, previewing } from '../work-orders/test-outcome.ts';
import { type Answers, answerCalls, refuseWith, renderPart } from '../work-orders/test-screen.tsx';
import { HandlerBar } from './HandlerBar.tsx';

const ordersPage = `GET ${opinions.mine.path}`;
const commonOpinionRows = (...contents: string[]) => ({
  [ordersPage]: () => ({
    rows: contents.map((content, sort) => ({
      id: `018f0000-0000-7000-8000-00000000000${sort}`,
      content,
      sort,
    })),
  }),
});

function openBar(answers: Answers, { page = buildMyTask(), onReload = () => undefined } = {}) {
  const calls = answerCalls(answers);
  renderPart(
    <HandlerBar
      UrgeDialog={UrgeDialog}
      RecordDialog={() => null}
      page={page}
      forms={noForms}
      onReload={onReload}
      onLeave={() => undefined}
      commonOpinions={{ Chips: OpinionChips, Popover: CommonOpinionPopover }}
    />,
  );
  return calls;
}

const opinion = () => screen.getByLabelText<HTMLTextAreaElement>(/处理意见/);

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe('handler bar while the opinion is written', () => {
  it('sends no request until the user starts writing', () => {
    const calls = openBar(previewing(buildOutcome()));
    expect(calls).toEqual([]);
    expect(screen.queryByText(/后送/)).toBeNull();
  });

  it('offers the first common opinions above the field: one click inserts one, a second click removes it', async () => {
    openBar({
      ...previewing(buildOutcome()),
      ...commonOpinionRows('同意。', '请依法办理。', '一', '二', '三'),
    });
    fireEvent.focus(opinion());
    fireEvent.click(await screen.findByRole('button', { name: '同意。' }));
    fireEvent.click(screen.getByRole('button', { name: '请依法办理。' }));
    expect(opinion().value).toBe('同意。请依法办理。');
    const chip = screen.getByRole('button', { name: '同意。' });
    expect(chip.getAttribute('aria-pressed')).toBe('true');
    fireEvent.click(chip);
    expect(opinion().value).toBe('请依法办理。');
    // The others are in the popover.
    expect(screen.queryByRole('button', { name: '三' })).toBeNull();
  });

  it('shows who gets the order next by the main button', async () => {
    openBar(previewing(buildOutcome()));
    fireEvent.focus(opinion());
    await waitFor(() =>
      expect(screen.getByText(/受理后送/).textContent).toBe(
        '受理后送 领导批示 淳安县信访局 信访签批岗：吴建国、黄晓梅',
      ),
    );
  });

  it('shows when the main button ends the order, and nothing when the outcome is unknown', async () => {
    openBar(previewing(endingOutcome));
    fireEvent.focus(opinion());
    expect(await screen.findByText('受理后流程结束，不能恢复')).toBeTruthy();
  });

  it('shows a usual conclusion without a warning, and confirms it without a checkbox', async () => {
    const to = { status: 9, statusLabel: '正常办结' };
    openBar(previewing(buildOutcome({ to, ends: true, opens: [], undo: null })));
    fireEvent.change(opinion(), { target: { value: '予以办结' } });
    fireEvent.focus(opinion());
    expect(await screen.findByText('受理后本件办结，流程结束')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: '受理' }));
    expect(await screen.findByText('确认后本件办结，流程结束，不能撤回。')).toBeTruthy();
    expect(screen.queryByText('流程结束，不能恢复')).toBeNull();
    expect(screen.queryByRole('checkbox', { name: /^我已核对/ })).toBeNull();
    expect(screen.getByRole('button', { name: '确认受理' })).toHaveProperty('disabled', false);
  });

  it('shows nothing while a branch must still be chosen', async () => {
    const calls = openBar(previewing(null));
    fireEvent.focus(opinion());
    await waitFor(() => expect(calls.some(({ path }) => path.endsWith('/action-preview'))).toBe(true));
    expect(screen.queryByText(/^受理后/)).toBeNull();
  });
});

describe('发起会签', () => {
  const check = `GET ${askingOthers.countersignCheck.path}`;
  const ordersPage = buildMyTask();
  const page = {
    ...ordersPage,
    task: ordersPage.task && {
      ...ordersPage.task,
      buttons: [buildButton('1', '受理', 1), buildButton('3', '发起会签', 2)],
    },
  };
  const pressCountersign = (answers: Answers, onReload = () => undefined) => {
    const calls = openBar({ ...previewing(buildOutcome()), ...answers }, { page, onReload });
    fireEvent.click(screen.getByRole('button', { name: '发起会签' }));
    return calls;
  };

  it('checks first whether a countersign may be started, then opens its dialog (S1 §7)', async () => {
    const calls = pressCountersign({ [check]: () => ({ flag: true, msg: '' }) });
    expect(await screen.findByRole('dialog', { name: /^发起会签/ })).toBeTruthy();
    expect(calls[0]).toMatchObject({ method: 'GET', path: askingOthers.countersignCheck.path });
    expect(calls[0]?.query.get('id')).toBe(taskTraceId);
  });

  it('shows the reason instead of the dialog when it is not allowed, and reloads the order on request', async () => {
    const onReload = vi.fn();
    pressCountersign({ [check]: () => ({ flag: false, msg: '同一环节不可重复会签' }) }, onReload);
    expect(await screen.findByText('同一环节不可重复会签')).toBeTruthy();
    expect(screen.queryByText('会签人员')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: '查看最新进展' }));
    expect(onReload).toHaveBeenCalledOnce();
  });

  it('shows that the check failed, and opens nothing', async () => {
    pressCountersign({ [check]: () => refuseWith(50010, '系统繁忙，请稍后再试') });
    expect(await screen.findByText('系统繁忙，请稍后再试')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
