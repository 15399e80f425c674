import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { HandleResult } from '#contract/acting.ts';
import { askingOthers } from '#contract/asking-others.ts';
import { currentHandlers } from '#contract/current-handlers.ts';
import { handling } from '#contract/handling.ts';
import { session } from '#contract/session.ts';
import { workOrders } from '#contract/work-orders.ts';
import { pageSizes } from '#domain/lists/limits.ts';
import { buildOrderPage, taskTraceId } from '../work-orders/test-order.ts';
import { answerCalls, renderPart } from '../work-orders/test-screen.tsx';
import { ResultDialog } from './ResultDialog.tsx';

/** Files that the viewer received; pdf.js has no canvas here and is tested in the journeys. */
const viewedFiles: unknown[] = [];
vi.mock('#web/toolkit/files/viewer/PdfView.tsx', () => ({
  PdfView: ({ file }: { file: unknown }) => {
    if (!viewedFiles.includes(file)) viewedFiles.push(file);
    return null;
  },
}));

const { order } = buildOrderPage();
const id = '01a1f6d9-a0a0-7da4-9152-e483b392e2f1';
const result: HandleResult = {
  workorderId: order.id,
  workorderCode: order.code,
  status: 5,
  statusLabel: '待审查',
  message: `该环节已“受理”，办件流水号：${order.code}`,
  nextNodeNames: ['领导批示'],
  workorderDocs: [
    { id, docId: id, name: '受理通知书', docName: '受理通知书.pdf', attachmentUrl: `/file/files/${id}` },
  ],
};

afterEach(() => vi.unstubAllGlobals());

it('the result shows its rows and documents together, so that none moves another', async () => {
  let answer: (data: unknown) => void = () => undefined;
  answerCalls({
    [`GET ${handling.withdrawCheck.path.replace(':workorderCode', order.code)}`]: () =>
      new Promise((resolve) => (answer = resolve)),
  });
  renderPart(
    <ResultDialog
      returned={false}
      order={order}
      traceId={taskTraceId}
      result={result}
      onLeave={vi.fn()}
      onWithdrawn={vi.fn()}
    />,
  );
  expect(await screen.findByText(result.message)).toBeTruthy();
  expect(screen.queryByRole('button', { name: '查看受理通知书' })).toBeNull();
  answer({ flag: true, withdrawTraceId: taskTraceId });
  expect(await screen.findByRole('button', { name: '查看受理通知书' })).toBeTruthy();
  expect(screen.getByRole('button', { name: /撤回$/ })).toBeTruthy();
  expect(screen.getByText(/撤回后，本环节生成的文书作废/)).toBeTruthy();
});

describe('documents in the result', () => {
  const ticket = { ticket: 'once', expiresAt: '2026-11-20T02:00:00.000Z' };
  function show() {
    const calls = answerCalls({
      [`POST ${session.createTicket.path}`]: () => ticket,
      [`GET ${handling.withdrawCheck.path.replace(':workorderCode', order.code)}`]: () => ({
        flag: false,
        withdrawTraceId: null,
      }),
    });
    renderPart(
      <ResultDialog
        returned={false}
        order={order}
        traceId={taskTraceId}
        result={result}
        onLeave={vi.fn()}
        onWithdrawn={vi.fn()}
      />,
    );
    return () => calls.find(({ path }) => path === session.createTicket.path)?.body;
  }

  it('are previewed over the dialog under their file name', async () => {
    show();
    fireEvent.click(await screen.findByRole('button', { name: '查看受理通知书' }));
    await waitFor(() => expect(viewedFiles).toEqual([{ id, name: '受理通知书.pdf', isDocument: true }]));
    expect(await screen.findByText('受理通知书.pdf')).toBeTruthy();
  });

  it('are printed from a frame, with their own download ticket', async () => {
    vi.stubGlobal(
      'URL',
      Object.assign(URL, { createObjectURL: () => 'blob:made', revokeObjectURL: vi.fn() }),
    );
    const requests = show();
    const originalFetch = globalThis.fetch;
    const fetchedAddresses: string[] = [];
    vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
      if (!String(address).includes('ticket=once')) return originalFetch(address, init);
      fetchedAddresses.push(String(address));
      return Promise.resolve(new Response(new Blob(['%PDF-1.4'])));
    });
    fireEvent.click(await screen.findByRole('button', { name: '打印受理通知书' }));
    await waitFor(() => expect(document.querySelector('iframe[title="打印"]')).toBeTruthy());
    expect(requests()).toEqual({ purpose: 'download', subject: id });
    expect(fetchedAddresses).toHaveLength(1);
    const frame = document.querySelector<HTMLIFrameElement>('iframe[title="打印"]');
    const print = vi.fn();
    Object.defineProperty(frame, 'contentWindow', { value: { print } });
    frame?.dispatchEvent(new Event('load'));
    expect(print).toHaveBeenCalledOnce();
    frame?.remove();
  });
});

describe('the result of a countersign', () => {
  it('shows that it failed and who continues (S1 §4)', async () => {
    answerCalls({
      [`GET ${handling.withdrawCheck.path.replace(':workorderCode', order.code)}`]: () => ({
        flag: false,
        withdrawTraceId: null,
      }),
    });
    renderPart(
      <ResultDialog
        returned={false}
        order={order}
        traceId={taskTraceId}
        result={{
          ...result,
          nextNodeNames: [],
          workorderDocs: [],
          countersign: { passed: false, returnsTo: '杜文浩' },
        }}
        onLeave={vi.fn()}
        onWithdrawn={vi.fn()}
      />,
    );
    expect(await screen.findByText('会签不通过')).toBeTruthy();
    expect(screen.getByText('杜文浩').parentElement?.textContent).toBe('返回会签发起人 杜文浩 继续办理');
  });
});

describe('the result of starting a countersign', () => {
  const row = (flowNodeName: string, name: string) => ({
    traceId: taskTraceId,
    flowNodeId: flowNodeName,
    flowNodeName,
    startTime: '2026-11-30T02:00:00.000Z',
    due: { dueAt: '2026-12-07T10:00:00.000Z', provisional: false, light: 'green', text: '余 5 个工作日' },
    candidates: [],
    handlers: [{ key: `staff:${name}`, name, orgName: '信访局', positionNames: '' }],
    handlerCount: 1,
    substitutes: [],
  });

  it.each([
    [true, '请徐军会签，12-07 前答复；答复后回到您办理'],
    [false, '请徐军会签，12-07 前答复；答复后按流程继续'],
  ])(
    'names who is asked, until when, and what follows, and cancels it (back: %s)',
    async (comesBack, text) => {
      const onWithdrawn = vi.fn();
      const calls = answerCalls({
        [`GET ${handling.withdrawCheck.path.replace(':workorderCode', order.code)}`]: () => ({
          flag: false,
          withdrawTraceId: null,
        }),
        [`GET ${currentHandlers.ofOrder.path}`]: () => ({
          rows: [row('受理审查', '徐军'), row('另一分支', '朱红')],
          channels: [],
        }),
        [`POST ${askingOthers.callOffCountersign.path}`]: () => ({ ...result, message: '取消会签成功' }),
      });
      renderPart(
        <ResultDialog
          returned={false}
          order={order}
          traceId={taskTraceId}
          result={{ ...result, nextNodeNames: ['受理审查'], workorderDocs: [] }}
          startedCountersign={{ returnsToRequester: comesBack }}
          onLeave={vi.fn()}
          onWithdrawn={onWithdrawn}
        />,
      );
      const name = await screen.findByText('徐军');
      expect(name.parentElement?.textContent).toContain(text);
      expect(screen.queryByText('下一环节')).toBeNull();
      fireEvent.click(screen.getByRole('button', { name: '取消会签' }));
      await waitFor(() => expect(onWithdrawn).toHaveBeenCalledOnce());
      expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
        traceId: taskTraceId,
        reason: '',
      });
    },
  );
});

describe('the next node in the result', () => {
  it('of a return has its people, and the dialog says once what was done', async () => {
    answerCalls({
      [`GET ${handling.withdrawCheck.path.replace(':workorderCode', order.code)}`]: () => ({
        flag: false,
        withdrawTraceId: null,
      }),
      [`GET ${currentHandlers.ofOrder.path}`]: () => ({
        rows: [
          {
            traceId: taskTraceId,
            flowNodeId: 'examine',
            flowNodeName: '受理审查',
            startTime: '2026-11-20T02:00:00.000Z',
            due: { light: 'green', text: '' },
            candidates: [],
            handlers: [{ key: 'staff:zhaomin', name: '赵敏', orgName: '信访局', positionNames: '' }],
            handlerCount: 1,
            substitutes: [],
          },
        ],
        channels: [],
      }),
    });
    const message = `该环节已“退回”，办件流水号：${order.code}`;
    renderPart(
      <ResultDialog
        returned
        order={order}
        traceId={taskTraceId}
        result={{ ...result, message, nextNodeNames: ['受理审查'], workorderDocs: [] }}
        onLeave={vi.fn()}
        onWithdrawn={vi.fn()}
      />,
    );
    expect(await screen.findByText(/（赵敏）/)).toBeTruthy();
    expect(screen.getByText('退回到')).toBeTruthy();
    expect(screen.getAllByText(new RegExp(message))).toHaveLength(1);
  });
});

describe('the next task in the result', () => {
  it('is one of the same order if there is one, else the one that is due first', async () => {
    const sameOrder = { ...order, traceId: 'same.2', nodeName: '领导批示' };
    const otherOrder = { ...order, code: '2026000077', traceId: 'other.2', nodeName: '收件' };
    const calls = answerCalls({
      [`GET ${handling.withdrawCheck.path.replace(':workorderCode', order.code)}`]: () => ({
        flag: false,
        withdrawTraceId: null,
      }),
      [`GET ${workOrders.todoPage.path}`]: () => ({ rows: [otherOrder, sameOrder], total: 18 }),
    });
    const props = { returned: false, order, traceId: taskTraceId, onLeave: vi.fn(), onWithdrawn: vi.fn() };
    renderPart(<ResultDialog {...props} result={result} />);
    expect(await screen.findByText('本件的下一环节也由您办理')).toBeTruthy();
    expect(screen.getByRole('button', { name: '继续办理本件' })).toBeTruthy();
    expect(screen.queryByText(/2026000077/)).toBeNull();
    const sizes = calls.flatMap(({ path, query }) =>
      path === workOrders.todoPage.path ? [Number(query.get('size'))] : [],
    );
    expect(sizes).toHaveLength(2);
    // The server refuses other sizes.
    for (const size of sizes) expect(pageSizes).toContain(size);
  });
});
