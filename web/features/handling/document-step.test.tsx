import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { HandleResult } from '#contract/acting.ts';
import { documents } from '#contract/documents.ts';
import { handling } from '#contract/handling.ts';
import { session } from '#contract/session.ts';
import { noForms } from '#web/toolkit/open-forms/handled-forms.ts';
import { buildMyTask, buildOrderPage, taskTraceId } from '../work-orders/test-order.ts';
import { buildOutcome, previewing } from '../work-orders/test-outcome.ts';
import {
  type Answers,
  answerCalls,
  pressAgain,
  refuseWith,
  renderPart,
} from '../work-orders/test-screen.tsx';
import { HandlerBar } from './HandlerBar.tsx';
import { ResultDialog } from './ResultDialog.tsx';

/** What the viewer was given; pdf.js has no canvas to draw on here, and is tried in the journeys. */
const seen: unknown[] = [];
vi.mock('#web/toolkit/files/viewer/PdfView.tsx', () => ({
  PdfView: ({ file }: { file: unknown }) => {
    if (!seen.includes(file)) seen.push(file);
    return null;
  },
}));

/** S1 §4, 2 to 4: preview documents, dialog titled by the action, activate, submit. */

const { order } = buildOrderPage();
const id = '01a1f6d9-a0a0-7da4-9152-e483b392e2f1';
const document_ = {
  id,
  docId: id,
  name: '受理通知书',
  docName: '受理通知书.pdf',
  attachmentUrl: `/file/files/${id}`,
  attachmentDocxUrl: '',
  isActive: 0,
  missingLetters: [] as object[],
};
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
const preview = documents.preview.path.replace(':workorderId', order.id);

async function press(makesDocuments: boolean, answers: Answers = {}) {
  const sent = answerCalls({
    ...previewing(buildOutcome()),
    [`POST ${preview}`]: () => ({ rows: [document_], notMade: [] }),
    [`POST ${documents.activateAll.path}`]: () => ({ rows: [{ ...document_, isActive: 1 }] }),
    [`POST ${handling.handle.path}`]: () => result,
    ...answers,
  });
  const page = buildMyTask();
  const task = page.task && {
    ...page.task,
    buttons: page.task.buttons.map((button) => ({ ...button, makesDocuments })),
  };
  const { unmount } = renderPart(
    <HandlerBar
      page={{ ...page, task }}
      forms={noForms}
      onReload={vi.fn()}
      onLeave={vi.fn()}
      commonOpinions={{ Chips: () => null, Popover: () => null }}
    />,
  );
  fireEvent.change(screen.getByLabelText(/处理意见/), { target: { value: '同意' } });
  fireEvent.click(screen.getByRole('button', { name: '受理' }));
  await screen.findByText('领导批示');
  fireEvent.click(screen.getByRole('button', { name: '确认受理' }));
  const calls = () =>
    sent.map(({ path }) => path).filter((path) => path.includes('/doc/') || path === handling.handle.path);
  const bodyOf = (path: string) => sent.findLast((one) => one.path === path)?.body;
  return { calls, bodyOf, unmount };
}

const ok = () => screen.findByRole('button', { name: '确定' });

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe('an action that makes documents', () => {
  it('names the letters that stand on them as empty boxes, before it is sent', async () => {
    const missingLetters = [{ field: '申请人.姓名', letter: '𪛖', codePoint: 'U+2A6D6' }];
    const { bodyOf } = await press(true, {
      [`POST ${preview}`]: () => ({ rows: [{ ...document_, missingLetters }], notMade: [] }),
    });
    await ok();
    expect(screen.getByRole('alert').textContent).toBe(
      '受理通知书：申请人.姓名中的“𪛖”（U+2A6D6）没有字形，文书上会显示为空框；请换用其他写法，或请系统管理员安装含生僻字的字体后重新生成',
    );
    const dialog = screen.getByText('请核对将生成的文书').closest('[role="dialog"]') as HTMLElement;
    fireEvent.click(within(dialog).getByRole('button', { name: /取\s*消/ }));
    await waitFor(() => expect(bodyOf(documents.activateAll.path)).toEqual({ docIds: [id], isActive: 0 }));
  });

  it('says which cannot be made and why before it is sent, and goes without them when its person says so', async () => {
    const notMade = [{ name: '受理通知书', reason: '文书模板已停用' }];
    const { calls, bodyOf } = await press(true, { [`POST ${preview}`]: () => ({ rows: [], notMade }) });
    const goOn = await screen.findByRole('button', { name: '不生成，继续办理' });
    expect(screen.getByRole('alert').textContent).toContain('受理通知书：文书模板已停用，不能生成');
    expect(calls()).toEqual([preview]);
    fireEvent.click(goOn);
    await screen.findByText(result.message);
    expect(calls()).toEqual([preview, handling.handle.path]);
    expect(bodyOf(handling.handle.path)).not.toHaveProperty('workorderDocIdList');
  });

  it('shows them before it is sent, titled by the action, and is sent when they are confirmed', async () => {
    const { calls, bodyOf } = await press(true);
    await ok();
    const dialog = screen.getByText('请核对将生成的文书').closest('[role="dialog"]') as HTMLElement;
    expect(dialog.textContent).toContain(`受理 ${order.code}`);
    expect(within(dialog).getByText('名称')).toBeTruthy();
    expect(within(dialog).getByText('受理通知书')).toBeTruthy();
    expect(within(dialog).getByRole('button', { name: '预览受理通知书' })).toBeTruthy();
    expect(calls()).toEqual([preview]);
    expect(bodyOf(preview)).toMatchObject({
      workorderCode: order.code,
      traceId: taskTraceId,
      flowNodeName: '受理审查',
      formContent: [],
    });
    fireEvent.click(await ok());
    await screen.findByText(result.message);
    expect(calls()).toEqual([preview, documents.activateAll.path, handling.handle.path]);
    expect(bodyOf(documents.activateAll.path)).toEqual({ docIds: [id], isActive: 1 });
  });

  it('confirms them once: where the answer of the action was lost, 确定 sends that again', async () => {
    let isLost = true;
    const { calls } = await press(true, {
      [`POST ${handling.handle.path}`]: () => {
        if (!isLost) return result;
        isLost = false;
        return Response.json({ errcode: 504, errmsg: '网关超时' }, { status: 504 });
      },
      // What the action has taken is not there to be confirmed.
      [`POST ${documents.activateAll.path}`]: () =>
        isLost ? { rows: [{ ...document_, isActive: 1 }] } : refuseWith(404, '未找到对应的数据'),
    });
    fireEvent.click(await ok());
    await waitFor(() => expect(calls()).toContain(handling.handle.path));
    await screen.findByText('网关超时');
    const dialog = screen.getByText('请核对将生成的文书').closest('[role="dialog"]') as HTMLElement;
    await pressAgain(() => within(dialog).getByText('确定').closest('button') as HTMLElement);
    await screen.findByText(result.message);
    expect(calls().filter((path) => path === documents.activateAll.path)).toHaveLength(1);
  });

  it('throws them away when it is cancelled, and asks again as before', async () => {
    const { calls, bodyOf } = await press(true);
    await ok();
    const dialog = screen.getByText('请核对将生成的文书').closest('[role="dialog"]') as HTMLElement;
    fireEvent.click(within(dialog).getByRole('button', { name: /取\s*消/ }));
    await waitFor(() => expect(bodyOf(documents.activateAll.path)).toEqual({ docIds: [id], isActive: 0 }));
    expect(calls()).not.toContain(handling.handle.path);
    expect(await screen.findByRole('button', { name: /确认受理$/ })).toBeTruthy();
  });

  it('throws them away when its screen is left, and asks as before when it is come back to', async () => {
    const { calls, bodyOf } = await press(true);
    await ok();
    fireEvent(window, new Event('pagehide'));
    await waitFor(() => expect(bodyOf(documents.activateAll.path)).toEqual({ docIds: [id], isActive: 0 }));
    expect(calls()).not.toContain(handling.handle.path);
    await waitFor(() => expect(screen.queryByText('请核对将生成的文书')).toBeNull());
    expect(await screen.findByRole('button', { name: /确认受理$/ })).toBeTruthy();
  });

  it('throws them away when it is taken down, also what is ready only after that', async () => {
    let answer: () => void = () => undefined;
    const ready = new Promise<void>((done) => {
      answer = done;
    });
    const { bodyOf, unmount } = await press(true, {
      [`POST ${preview}`]: () => ready.then(() => ({ rows: [document_], notMade: [] })),
    });
    unmount();
    expect(bodyOf(documents.activateAll.path)).toBeUndefined();
    answer();
    await waitFor(() => expect(bodyOf(documents.activateAll.path)).toEqual({ docIds: [id], isActive: 0 }));
  });

  it('leaves to the server what was confirmed already', async () => {
    const { bodyOf, unmount } = await press(true, {
      [`POST ${documents.activateAll.path}`]: () => new Promise<never>(() => undefined),
    });
    fireEvent.click(await ok());
    await waitFor(() => expect(bodyOf(documents.activateAll.path)).toEqual({ docIds: [id], isActive: 1 }));
    unmount();
    expect(bodyOf(documents.activateAll.path)).toEqual({ docIds: [id], isActive: 1 });
  });

  it('of which somebody was first is told so, and they are thrown away', async () => {
    const { bodyOf } = await press(true, {
      [`POST ${documents.activateAll.path}`]: () => refuseWith(40910, '该环节已被办理'),
    });
    fireEvent.click(await ok());
    expect(await screen.findByText('该环节已被办理')).toBeTruthy();
    expect(screen.queryByText('请核对将生成的文书')).toBeNull();
    await waitFor(() => expect(bodyOf(documents.activateAll.path)).toEqual({ docIds: [id], isActive: 0 }));
  });

  it('whose documents were made anew elsewhere asks for another look', async () => {
    await press(true, {
      [`POST ${documents.activateAll.path}`]: () =>
        refuseWith(404, '文书已在别处重新生成或取消，请重新预览文书'),
    });
    fireEvent.click(await ok());
    expect(await screen.findByText('文书已在别处重新生成或取消，请重新预览文书')).toBeTruthy();
    expect(await screen.findByRole('button', { name: /确认受理$/ })).toBeTruthy();
  });

  it('goes straight on where there are none, and asks nothing where the button makes none', async () => {
    const none = await press(true, { [`POST ${preview}`]: () => ({ rows: [], notMade: [] }) });
    await screen.findByText(result.message);
    expect(none.calls()).toEqual([preview, handling.handle.path]);
  });

  it('asks nothing where the button makes none', async () => {
    const { calls } = await press(false);
    await screen.findByText(result.message);
    expect(calls()).toEqual([handling.handle.path]);
  });
});

describe('the documents of the result', () => {
  const ticket = { ticket: 'once', expiresAt: '2026-11-20T02:00:00.000Z' };
  function show() {
    const sent = answerCalls({
      [`POST ${session.createTicket.path}`]: () => ticket,
      [`GET ${handling.checkRevoke.path.replace(':workorderCode', order.code)}`]: () => ({
        flag: false,
        withdrawTraceId: null,
      }),
    });
    renderPart(
      <ResultDialog
        action="受理"
        order={order}
        traceId={taskTraceId}
        result={result}
        onLeave={vi.fn()}
        onTakenBack={vi.fn()}
      />,
    );
    return () => sent.find(({ path }) => path === session.createTicket.path)?.body;
  }

  it('are looked at over the dialog, under the name of their file', async () => {
    show();
    fireEvent.click(screen.getByRole('button', { name: '查看受理通知书' }));
    await waitFor(() => expect(seen).toEqual([{ id, name: '受理通知书.pdf', isPaper: true }]));
    expect(await screen.findByText('受理通知书.pdf')).toBeTruthy();
  });

  it('are printed from a frame, fetched by a ticket of their own', async () => {
    vi.stubGlobal(
      'URL',
      Object.assign(URL, { createObjectURL: () => 'blob:made', revokeObjectURL: vi.fn() }),
    );
    const asked = show();
    const answered = globalThis.fetch;
    const fetched: string[] = [];
    vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
      if (!String(address).includes('ticket=once')) return answered(address, init);
      fetched.push(String(address));
      return Promise.resolve(new Response(new Blob(['%PDF-1.4'])));
    });
    fireEvent.click(screen.getByRole('button', { name: '打印受理通知书' }));
    await waitFor(() => expect(document.querySelector('iframe[title="打印"]')).toBeTruthy());
    expect(asked()).toEqual({ purpose: 'download', subject: id });
    expect(fetched).toHaveLength(1);
    const frame = document.querySelector<HTMLIFrameElement>('iframe[title="打印"]');
    const print = vi.fn();
    Object.defineProperty(frame, 'contentWindow', { value: { print } });
    frame?.dispatchEvent(new Event('load'));
    expect(print).toHaveBeenCalledOnce();
    frame?.remove();
  });
});
