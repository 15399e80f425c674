import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { currentHandlers } from '#contract/current-handlers.ts';
import { initiation } from '#contract/initiation.ts';
import { ApplicantTerm } from '#domain/applicants/applicant-term.ts';
import { buildOrderForm } from '../work-orders/test-order.ts';
import { answerCalls, renderPart } from '../work-orders/test-screen.tsx';
import { InitiationForm } from './InitiationForm.tsx';
import { InitiationResult } from './InitiationResult.tsx';
import type { Item } from './use-initiation.ts';

// The test's browser has no layout, so it returns no position of an element.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetParent', 'get').mockReturnValue(document.body);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const item = {
  id: 'petition-letter-1',
  taskCode: 'petition-letter',
  name: '群众来信办理',
  applicantWord: ApplicantTerm.petitioner,
  serveTypes: ['window'],
  duplicateCheck: false,
  petition: null,
  guide: '',
  forms: [buildOrderForm()],
} as unknown as Item;

function open() {
  const calls = answerCalls({});
  renderPart(
    <InitiationForm
      item={item}
      draft={undefined}
      returnPath={{ back: () => undefined }}
      fullPage={false}
      onStarted={() => undefined}
      onRestart={() => undefined}
      onLoadNewest={() => {}}
      onContinue={undefined}
      PetitionHistory={() => null}
    />,
  );
  return calls;
}

const nameField = () => screen.getByRole('textbox', { name: /信访人姓名/ });

it('shows the due date with the result, if the order has one', async () => {
  const result = {
    workorderId: '01a1f6d9-a0a0-7da4-9152-e483b392e2f0',
    workorderCode: '2026000123',
    title: '反映三号楼电梯停运',
    message: '办件已提交，办件流水号：2026000123',
    nextNodeNames: ['收件'],
  };
  const show = (dueAt: string | null) =>
    renderPart(
      <InitiationResult
        item={item}
        returnPath={{ back: () => undefined }}
        result={{ ...result, dueAt }}
        onRestart={() => undefined}
      />,
    );
  answerCalls({});
  const withoutDate = show(null);
  expect(screen.getByText('下一环节：收件')).toBeTruthy();
  expect(screen.queryByText(/全程时限/)).toBeNull();
  withoutDate.unmount();
  const withDate = show('2027-01-28T15:59:59.000Z');
  expect(await screen.findByText('全程时限：2027-01-28 到期')).toBeTruthy();
  withDate.unmount();
});

it('shows the title, the next handlers and the limit of their step with the result', async () => {
  const person = (name: string) => ({ key: `staff:${name}`, name, orgName: '信访局', positionNames: '' });
  answerCalls({
    [`GET ${currentHandlers.ofOrder.path}`]: () => ({
      rows: [
        {
          traceId: '01a1f6d9-a0a0-7da4-9152-e483b392e2f0.1',
          flowNodeId: 'receive',
          flowNodeName: '收件',
          startTime: '2026-11-20T02:00:00.000Z',
          due: { dueAt: null, provisional: false, light: 'green', text: '余 1 个工作日' },
          candidates: [],
          handlers: [person('李娜'), person('刘洋')],
          handlerCount: 2,
          substitutes: [],
        },
      ],
      channels: [],
    }),
  });
  renderPart(
    <InitiationResult
      item={item}
      returnPath={{ back: () => undefined }}
      result={{
        workorderId: '01a1f6d9-a0a0-7da4-9152-e483b392e2f0',
        workorderCode: '2026000123',
        title: '反映三号楼电梯停运',
        message: '办件已提交，办件流水号：2026000123',
        nextNodeNames: ['收件'],
        dueAt: null,
      }}
      onRestart={() => undefined}
    />,
  );
  expect(screen.getByText('反映三号楼电梯停运')).toBeTruthy();
  expect(
    await screen.findByText('下一环节：收件，由李娜、刘洋中任一人办理，环节时限余 1 个工作日'),
  ).toBeTruthy();
  expect(screen.getByRole('button', { name: '返回列表' })).toBeTruthy();
});

it('focuses the first required field at the start', async () => {
  open();
  await waitFor(() => expect(document.activeElement).toBe(nameField()));
});

it('lists all problems in the page with the cursor in the first field, and opens no dialog', async () => {
  const calls = open();
  await waitFor(() => expect(document.activeElement).toBe(nameField()));
  const submit = screen.getByRole('button', { name: /^提 ?交$/ });
  submit.focus();
  fireEvent.click(submit);
  const summary = await screen.findByText(/^请检查并完善以下信息（\d+ 项）$/);
  const alert = summary.closest<HTMLElement>('[role="alert"]');
  if (alert === null) throw new Error('The summary is not announced');
  expect(within(alert).getByText('请正确填写信访人基础信息')).toBeTruthy();
  expect(within(alert).getByText('【表单信息】正确填写所有表单')).toBeTruthy();
  expect(within(alert).getByRole('link', { name: /信访人姓名不能为空/ })).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(nameField()));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByText(/失败/)).toBeNull();
  expect(calls.filter(({ path }) => path === initiation.initiate.path)).toEqual([]);
});
