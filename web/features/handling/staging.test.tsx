import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { taskDrafts } from '#contract/task-drafts.ts';
import { refusalRow } from '#domain/refusals/refusals.ts';
import { type HandledForms, noForms } from '#web/toolkit/open-forms/handled-forms.ts';
import { CommonOpinionPopover } from '../opinions/CommonOpinionPopover.tsx';
import { OpinionChips } from '../opinions/OpinionChips.tsx';
import { UrgeDialog } from '../urge/UrgeDialog.tsx';
import { buildMyTask, buildOrderPage, taskTraceId } from '../work-orders/test-order.ts';
import { type Answers, answerCalls, refuseWith, renderPart } from '../work-orders/test-screen.tsx';
import { HandlerBar } from './HandlerBar.tsx';

const path = taskDrafts.draftForms.path.replace(':workorderId', buildOrderPage().order.id);
const go = vi.fn();
const forms: HandledForms = {
  ...noForms,
  collect: () => [{ formId: 'petition-letter:1', content: { undertakingUnit: '县住建局' } }],
  showProblems: () => [{ text: '登记表：承办单位格式不正确', go }],
};

function openBar(
  answers: Answers,
  staged: { stagedAt: string; opinion: string } | null = null,
  formChanges: Partial<HandledForms> = {},
) {
  const calls = answerCalls(answers);
  const page = buildMyTask();
  const onReload = vi.fn();
  renderPart(
    <HandlerBar
      UrgeDialog={UrgeDialog}
      RecordDialog={() => null}
      page={{ ...page, task: page.task && { ...page.task, staged } }}
      forms={{ ...forms, ...formChanges }}
      onReload={onReload}
      onLeave={vi.fn()}
      commonOpinions={{ Chips: OpinionChips, Popover: CommonOpinionPopover }}
    />,
  );
  return { calls, onReload };
}

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.unstubAllGlobals());

it('sends forms and opinion as typed, and reloads the order', async () => {
  const { calls, onReload } = openBar({
    [`POST ${path}`]: () => ({ traceId: taskTraceId, stagedAt: '2026-11-20T07:02:00Z' }),
  });
  fireEvent.change(screen.getByLabelText(/处理意见/), { target: { value: ' 拟受理 ' } });
  fireEvent.click(screen.getByRole('button', { name: '暂存' }));
  await waitFor(() => expect(onReload).toHaveBeenCalledTimes(1));
  expect(calls.find((call) => call.path === path)?.body).toEqual({
    workorderForms: [{ id: 'petition-letter:1', content: { undertakingUnit: '县住建局' } }],
    handlerOpinion: '拟受理',
    traceId: taskTraceId,
  });
});

it('lists the problems under 暂存失败 (S1 §5)', async () => {
  openBar({
    [`POST ${path}`]: () =>
      refuseWith(refusalRow.formInvalid.errcode, refusalRow.formInvalid.text, [
        { field: 'handlerOpinion', message: '【处理意见】不能超过500个字符' },
        { field: 'petition-letter.undertakingUnit', message: '承办单位格式不正确' },
      ]),
  });
  fireEvent.click(screen.getByRole('button', { name: '暂存' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText('暂存失败')).toBeTruthy();
  expect(within(dialog).getByText('请检查并完善以下信息')).toBeTruthy();
  expect(within(dialog).getByText('【处理意见】不能超过500个字符')).toBeTruthy();
  fireEvent.click(within(dialog).getByText('登记表：承办单位格式不正确'));
  await waitFor(() => expect(go).toHaveBeenCalled());
});

it('names the longest field if the content is too large', async () => {
  openBar(
    { [`POST ${path}`]: () => refuseWith(refusalRow.tooLarge.errcode, refusalRow.tooLarge.text) },
    null,
    { longestField: () => ({ title: '情况说明', go }) },
  );
  fireEvent.click(screen.getByRole('button', { name: '暂存' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(within(dialog).getByText('提交的内容过大，最长的一项：情况说明'));
  await waitFor(() => expect(go).toHaveBeenCalled());
});

it('starts with the staged values, and shows when they were staged', () => {
  openBar({}, { stagedAt: '2026-11-19T07:02:00Z', opinion: '昨天写的意见' });
  expect(screen.getByLabelText(/处理意见/)).toHaveProperty('value', '昨天写的意见');
  expect(screen.getByText('已暂存 11-19 15:02')).toBeTruthy();
});

it('keeps what is typed while the request is running, and shows when it was staged', async () => {
  let notifyEdit = () => {};
  const onEdit = (listener: () => void) => {
    notifyEdit = listener;
    return () => {};
  };
  const answer = () => {
    notifyEdit();
    return { traceId: taskTraceId, stagedAt: '2026-11-19T07:02:00Z' };
  };
  const { onReload } = openBar({ [`POST ${path}`]: answer }, null, { onEdit });
  fireEvent.click(screen.getByRole('button', { name: '暂存' }));
  expect(await screen.findByText('已暂存 11-19 15:02')).toBeTruthy();
  expect(onReload).not.toHaveBeenCalled();
});

it('requests the data of third-party pages first, and names a page that does not answer', async () => {
  const gather = () => Promise.resolve([{ text: '附表：获取不到表单的数据', go }]);
  const { calls } = openBar({}, null, { collectFrames: gather });
  fireEvent.click(screen.getByRole('button', { name: '暂存' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText('暂存失败')).toBeTruthy();
  expect(within(dialog).getByText('附表：获取不到表单的数据')).toBeTruthy();
  expect(calls.some((call) => call.path === path)).toBe(false);
});
