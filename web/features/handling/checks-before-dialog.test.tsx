import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { handling } from '#contract/handling.ts';
import { noForms } from '#web/toolkit/open-forms/handled-forms.ts';
import { UrgeDialog } from '../urge/UrgeDialog.tsx';
import { buildButton, buildMyTask } from '../work-orders/test-order.ts';
import { buildOutcome, previewing } from '../work-orders/test-outcome.ts';
import { type Answers, answerCalls, renderPart } from '../work-orders/test-screen.tsx';
import { HandlerBar } from './HandlerBar.tsx';

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.unstubAllGlobals());

function openBar(answers: Answers, page = buildMyTask(), forms = noForms) {
  const calls = answerCalls(answers);
  renderPart(
    <HandlerBar
      UrgeDialog={UrgeDialog}
      RecordDialog={() => null}
      page={page}
      forms={forms}
      onReload={vi.fn()}
      onLeave={vi.fn()}
      commonOpinions={{ Chips: () => null, Popover: () => null }}
    />,
  );
  return calls;
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it('focuses the first problem of the forms without a dialog, and sends nothing', async () => {
  const go = vi.fn();
  const change = { formName: '登记表', title: '受理结论', from: '', to: '予以受理', undo: vi.fn() };
  const secondProblem = { text: '登记表：承办单位不能为空', go: vi.fn() };
  const calls = openBar({}, buildMyTask(), {
    ...noForms,
    applyBindings: () => [change],
    check: () => [{ text: '登记表：结论不能为空', go }, secondProblem],
  });
  press('受理');
  await waitFor(() => expect(go).toHaveBeenCalledTimes(1));
  expect(secondProblem.go).not.toHaveBeenCalled();
  expect(await screen.findByText('受理结论已随按钮填为“予以受理”。')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByText(/失败|填写处理意见/)).toBeNull();
  expect(calls).toEqual([]);
});

describe('a button that contradicts an answer of the form', () => {
  const binds = [{ form: 'registry', field: 'conclusion', value: 'accept' }];
  const contradiction = { formName: '登记表', title: '受理结论', from: '不予受理', to: '予以受理' };
  const openContradicted = () => {
    const page = buildMyTask();
    page.task?.buttons.forEach((button) => {
      if (button.name === '受理') Object.assign(button, { binds });
    });
    const applyBindings = vi.fn(() => [{ ...contradiction, undo: vi.fn() }]);
    const go = vi.fn();
    openBar({}, page, {
      ...noForms,
      contradictions: (asked) => (asked.length > 0 ? [contradiction] : []),
      applyBindings,
      check: () => [{ text: '登记表：承办单位不能为空', go }],
    });
    press('受理');
    return { applyBindings, go };
  };

  it('asks, and changes nothing for 返回修改', async () => {
    const { applyBindings, go } = openContradicted();
    const question = '受理结论为“不予受理”，与“受理”不一致，改为“予以受理”？';
    expect(await screen.findByRole('dialog', { name: question })).toBeTruthy();
    press('返回修改');
    // The answer to the question has then arrived.
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(applyBindings).not.toHaveBeenCalled();
    expect(go).not.toHaveBeenCalled();
  });

  it('changes the answer after the confirmation, without a message about it', async () => {
    const { applyBindings, go } = openContradicted();
    fireEvent.click(await screen.findByRole('button', { name: '确认改为“予以受理”' }));
    await waitFor(() => expect(go).toHaveBeenCalled());
    expect(applyBindings).toHaveBeenCalledTimes(1);
    expect(screen.queryByText(/已随按钮/)).toBeNull();
  });
});

it('validates only the forms for action 8, and shows 表单校验通过', async () => {
  const go = vi.fn();
  let problems = [{ text: '登记表：结论不能为空', go }];
  const page = buildMyTask();
  page.task?.buttons.push(buildButton('8', '校验表单', 8));
  const calls = openBar({}, page, { ...noForms, check: () => problems });
  press('校验表单');
  await waitFor(() => expect(go).toHaveBeenCalled());
  problems = [];
  press('校验表单');
  expect(await screen.findByText('表单校验通过')).toBeTruthy();
  expect(calls).toEqual([]);
});

it('asks for a required opinion at its field in the dialog', async () => {
  const calls = openBar(previewing(buildOutcome()));
  press('受理');
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText('领导批示');
  fireEvent.click(within(dialog).getByRole('button', { name: '确认受理' }));
  expect(await within(dialog).findByText('【处理意见】填写处理意见')).toBeTruthy();
  expect(calls.filter(({ path }) => path === handling.handle.path)).toEqual([]);
});
