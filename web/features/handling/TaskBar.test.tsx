import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { opinions } from '#contract/opinions.ts';
import { noForms } from '#web/toolkit/open-forms/handled-forms.ts';
import { CommonOpinionPopover } from '../opinions/CommonOpinionPopover.tsx';
import { OpinionChips } from '../opinions/OpinionChips.tsx';
import { buildMyTask } from '../work-orders/test-order.ts';
import { buildOutcome, endingOutcome, previewing } from '../work-orders/test-outcome.ts';
import { type Answers, answerCalls, renderPart } from '../work-orders/test-screen.tsx';
import { HandlerBar } from './HandlerBar.tsx';

const mine = `GET ${opinions.mine.path}`;
const kept = (...contents: string[]) => ({
  [mine]: () => ({
    rows: contents.map((content, sort) => ({
      id: `018f0000-0000-7000-8000-00000000000${sort}`,
      content,
      sort,
    })),
  }),
});

function openBar(answers: Answers) {
  const sent = answerCalls(answers);
  renderPart(
    <HandlerBar
      page={buildMyTask()}
      forms={noForms}
      onReload={() => undefined}
      onLeave={() => undefined}
      commonOpinions={{ Chips: OpinionChips, Popover: CommonOpinionPopover }}
    />,
  );
  return sent;
}

const opinion = () => screen.getByLabelText<HTMLTextAreaElement>(/处理意见/);

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe('the bar while the opinion is written', () => {
  it('asks for nothing until somebody writes', () => {
    const sent = openBar(previewing(buildOutcome()));
    expect(sent).toEqual([]);
    expect(screen.queryByText(/后送/)).toBeNull();
  });

  it('offers the first common opinions over the field: a click fills one in, a second takes it back', async () => {
    openBar({ ...previewing(buildOutcome()), ...kept('同意。', '请依法办理。', '一', '二', '三') });
    fireEvent.focus(opinion());
    fireEvent.click(await screen.findByRole('button', { name: '同意。' }));
    fireEvent.click(screen.getByRole('button', { name: '请依法办理。' }));
    expect(opinion().value).toBe('同意。请依法办理。');
    const chip = screen.getByRole('button', { name: '同意。' });
    expect(chip.getAttribute('aria-pressed')).toBe('true');
    fireEvent.click(chip);
    expect(opinion().value).toBe('请依法办理。');
    // The rest of them stands in the popover.
    expect(screen.queryByRole('button', { name: '三' })).toBeNull();
  });

  it('tells who gets the matter next by the main button', async () => {
    openBar(previewing(buildOutcome()));
    fireEvent.focus(opinion());
    await waitFor(() =>
      expect(screen.getByText(/受理后送/).textContent).toBe(
        '受理后送 领导批示 淳安县信访局 信访签批岗：吴建国、黄晓梅',
      ),
    );
  });

  it('tells it when the main button ends the matter, and nothing where nobody can know', async () => {
    openBar(previewing(endingOutcome));
    fireEvent.focus(opinion());
    expect(await screen.findByText('受理后流程结束，不能恢复')).toBeTruthy();
  });

  it('tells nothing while a branch is still to be chosen', async () => {
    const sent = openBar(previewing(null));
    fireEvent.focus(opinion());
    await waitFor(() => expect(sent.some(({ path }) => path.endsWith('/action-preview'))).toBe(true));
    expect(screen.queryByText(/^受理后/)).toBeNull();
  });
});
