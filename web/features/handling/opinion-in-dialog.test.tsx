import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { handling } from '#contract/handling.ts';
import { noForms } from '#web/toolkit/open-forms/handled-forms.ts';
import { UrgeDialog } from '../urge/UrgeDialog.tsx';
import { buildButton, buildMyTask } from '../work-orders/test-order.ts';
import { endingOutcome, previewing } from '../work-orders/test-outcome.ts';
import { answerCalls, renderPart } from '../work-orders/test-screen.tsx';
import { HandlerBar } from './HandlerBar.tsx';

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.unstubAllGlobals());

it('shows the field of an optional opinion with the text of the bar, and keeps and sends what is typed', async () => {
  const calls = answerCalls(previewing(endingOutcome));
  const page = buildMyTask();
  page.task?.buttons.splice(0, 9, { ...buildButton('1', '办结归档', 1), needsOpinion: false });
  renderPart(
    <HandlerBar
      UrgeDialog={UrgeDialog}
      RecordDialog={() => null}
      page={page}
      forms={noForms}
      onReload={vi.fn()}
      onLeave={vi.fn()}
      commonOpinions={{ Chips: () => null, Popover: () => null }}
    />,
  );
  fireEvent.change(screen.getByLabelText(/处理意见/), { target: { value: '材料齐全' } });
  fireEvent.click(screen.getByRole('button', { name: '办结归档' }));
  const dialog = await screen.findByRole('dialog');
  const opinion = within(dialog).getByRole('textbox', { name: '处理意见（选填）' });
  expect(opinion).toHaveProperty('value', '材料齐全');
  fireEvent.change(opinion, { target: { value: '材料齐全，拟办结' } });
  expect(screen.getByRole('dialog')).toBe(dialog);
  fireEvent.click(within(dialog).getByRole('button', { name: /^取 ?消$/ }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.click(await screen.findByRole('button', { name: /^(loading )?办结归档$/, hidden: true }));
  const reopened = await screen.findByRole('dialog');
  expect(within(reopened).getByDisplayValue('材料齐全，拟办结')).toBeTruthy();
  fireEvent.click(await within(reopened).findByRole('checkbox', { name: /^我已核对/ }));
  fireEvent.click(within(reopened).getByRole('button', { name: '确认办结归档' }));
  await waitFor(() => {
    const body = calls.find(({ path }) => path === handling.handle.path)?.body;
    expect(JSON.stringify(body)).toContain('材料齐全，拟办结');
  });
});
