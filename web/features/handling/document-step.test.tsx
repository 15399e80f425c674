import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { HandleResult } from '#contract/acting.ts';
import { documents } from '#contract/documents.ts';
import { handling } from '#contract/handling.ts';
import type { TaskButton } from '#contract/work-orders.ts';
import { noForms } from '#web/toolkit/open-forms/handled-forms.ts';
import { UrgeDialog } from '../urge/UrgeDialog.tsx';
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

/** Files that the viewer received; pdf.js has no canvas here and is tested in the journeys. */
const viewedFiles: unknown[] = [];
vi.mock('#web/toolkit/files/viewer/PdfView.tsx', () => ({
  PdfView: ({ file }: { file: unknown }) => {
    if (!viewedFiles.includes(file)) viewedFiles.push(file);
    return null;
  },
}));

/** S1 §4, 2 to 4: preview documents in the dialog titled by the action, activate, submit. */

const { order } = buildOrderPage();
const id = '01a1f6d9-a0a0-7da4-9152-e483b392e2f1';
const document_ = {
  id,
  docId: id,
  name: '受理通知书',
  docName: '受理通知书.pdf',
  attachmentUrl: `/file/files/${id}`,
  attachmentDocxUrl: '',
  documentNumber: '信访受〔2026〕12号',
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

interface PressOptions {
  answers?: Answers;
  /** The opinion in the bar. */
  opinion?: string;
  action?: Partial<TaskButton>;
}

async function press(
  makesDocuments: boolean,
  { answers = {}, opinion = '同意', action = {} }: PressOptions = {},
) {
  const sent = answerCalls({
    ...previewing(buildOutcome()),
    [`POST ${preview}`]: () => ({ rows: [document_], notMade: [] }),
    [`POST ${documents.activateAll.path}`]: () => ({ rows: [{ ...document_, isActive: 1 }], notMade: [] }),
    [`POST ${handling.handle.path}`]: () => result,
    ...answers,
  });
  const page = buildMyTask();
  const task = page.task && {
    ...page.task,
    buttons: page.task.buttons.map((button) => ({ ...button, makesDocuments, ...action })),
  };
  const { unmount } = renderPart(
    <HandlerBar
      UrgeDialog={UrgeDialog}
      RecordDialog={() => null}
      page={{ ...page, task }}
      forms={noForms}
      onReload={vi.fn()}
      onLeave={vi.fn()}
      commonOpinions={{ Chips: () => null, Popover: () => null }}
    />,
  );
  fireEvent.change(screen.getByLabelText(/处理意见/), { target: { value: opinion } });
  fireEvent.click(screen.getByRole('button', { name: '受理' }));
  const calls = () =>
    sent.map(({ path }) => path).filter((path) => path.includes('/doc/') || path === handling.handle.path);
  const bodyOf = (path: string) => sent.findLast((one) => one.path === path)?.body;
  return { calls, bodyOf, unmount };
}

const dialog = () => screen.findByRole('dialog');
const findDocumentList = async () => within(await dialog()).findByRole('list', { name: '将生成的文书' });

/** Confirms the action once its dialog shows the effect and all documents are loaded. */
async function confirm() {
  await screen.findByText('领导批示');
  await waitFor(() => expect(screen.queryByText('正在生成文书…')).toBeNull());
  await pressAgain(() => screen.getByText('确认受理').closest('button') as HTMLElement);
}

beforeEach(() => sessionStorage.clear());
afterEach(async () => {
  // Calls made while a screen is unmounted belong to its own test.
  cleanup();
  await new Promise((resolve) => setTimeout(resolve, 20));
  vi.unstubAllGlobals();
});

describe('action that generates documents', () => {
  it('shows before sending which documents cannot be made and why, and continues without them on confirmation', async () => {
    const notMade = [{ name: '受理通知书', reason: '文书模板已停用' }];
    const { calls, bodyOf } = await press(true, {
      answers: { [`POST ${preview}`]: () => ({ rows: [], notMade }) },
    });
    expect((await within(await dialog()).findByRole('alert')).textContent).toContain(
      '受理通知书：文书模板已停用，不能生成',
    );
    expect(calls()).toEqual([preview]);
    await confirm();
    await screen.findByText(result.message);
    expect(calls()).toEqual([preview, handling.handle.path]);
    expect(bodyOf(handling.handle.path)).not.toHaveProperty('workorderDocIdList');
  });

  it('shows the effect of the action and the documents in one dialog, confirmed together', async () => {
    const { calls, bodyOf } = await press(true);
    const row = within(await findDocumentList()).getByRole('listitem');
    expect(row.textContent).toContain('受理通知书信访受〔2026〕12号');
    expect(within(row).getByRole('button', { name: '预览受理通知书' })).toBeTruthy();
    expect((await dialog()).textContent).toContain(`受理 ${order.code}`);
    expect(within(await dialog()).getByText('下一环节')).toBeTruthy();
    // Shown next to the button, because the row can be below the edge of the dialog.
    expect(within(await dialog()).getByText('将生成 1 份文书')).toBeTruthy();
    expect(calls()).toEqual([preview]);
    expect(bodyOf(preview)).toMatchObject({
      workorderCode: order.code,
      traceId: taskTraceId,
      flowNodeName: '受理审查',
      formContent: [],
      handlerOpinion: '同意',
    });
    await confirm();
    await screen.findByText(result.message);
    expect(calls()).toEqual([preview, documents.activateAll.path, handling.handle.path]);
    expect(bodyOf(documents.activateAll.path)).toEqual({ docIds: [id], isActive: 1 });
    expect(bodyOf(handling.handle.path)).toMatchObject({ workorderDocIdList: [id] });
  });

  it('opens the dialog for its documents even if it is reversible and needs no opinion', async () => {
    const { calls } = await press(true, {
      action: { action: 'handle', needsOpinion: false },
      answers: previewing(buildOutcome({ undo: 'withdraw' })),
    });
    await findDocumentList();
    expect(calls()).toEqual([preview]);
    await confirm();
    await screen.findByText(result.message);
  });

  it('is sent at one press when it is reversible and makes no documents', async () => {
    const { calls } = await press(true, {
      action: { action: 'handle', needsOpinion: false },
      answers: {
        ...previewing(buildOutcome({ undo: 'withdraw' })),
        [`POST ${preview}`]: () => ({ rows: [], notMade: [] }),
      },
    });
    await screen.findByText(result.message);
    expect(calls()).toEqual([preview, handling.handle.path]);
  });

  it('names the characters without a glyph in the documents before it is sent', async () => {
    const missingLetters = [{ field: '信访人姓名', letter: '𪛖', codePoint: 'U+2A6D6' }];
    const { bodyOf } = await press(true, {
      answers: { [`POST ${preview}`]: () => ({ rows: [{ ...document_, missingLetters }], notMade: [] }) },
    });
    await findDocumentList();
    expect(screen.getByRole('alert').textContent?.trim()).toBe(
      '信访人姓名中的“𪛖”（U+2A6D6）没有字形，文书上会显示为空框；请换用其他写法，或请系统管理员安装含生僻字的字体后重新生成',
    );
    fireEvent.click(within(await dialog()).getByRole('button', { name: /取\s*消/ }));
    await waitFor(() => expect(bodyOf(documents.activateAll.path)).toEqual({ docIds: [id], isActive: 0 }));
  });

  it('applies an opinion that is typed after documents were made without one', async () => {
    const { calls, bodyOf } = await press(true, { opinion: '', action: { needsOpinion: true } });
    await findDocumentList();
    const field = within(await dialog()).getByRole('textbox', { name: /处理意见/ });
    expect(document.activeElement).toBe(field);
    fireEvent.change(field, { target: { value: '同意受理' } });
    await confirm();
    await screen.findByText(result.message);
    expect(calls()).toEqual([preview, documents.activateAll.path, handling.handle.path]);
    expect(bodyOf(handling.handle.path)).toMatchObject({
      handlerOpinion: '同意受理',
      workorderDocIdList: [id],
    });
  });

  it('shows the documents with the changed opinion before they are submitted', async () => {
    const { calls, bodyOf } = await press(true, { action: { needsOpinion: true } });
    await findDocumentList();
    fireEvent.change(within(await dialog()).getByRole('textbox', { name: /处理意见/ }), {
      target: { value: '同意受理' },
    });
    expect(await screen.findByText(/^意见已修改，预览或确认时按新意见重新生成/)).toBeTruthy();
    await confirm();
    expect(await screen.findByText('文书已重新生成，请核对后再次确认。')).toBeTruthy();
    expect(calls()).toEqual([preview, preview]);
    expect(bodyOf(preview)).toMatchObject({ handlerOpinion: '同意受理' });
    await confirm();
    await screen.findByText(result.message);
    expect(calls()).toEqual([preview, preview, documents.activateAll.path, handling.handle.path]);
  });

  it('previews a document with the current opinion', async () => {
    const newId = '01a1f6d9-a0a0-7da4-9152-e483b392e2f2';
    let makeCount = 0;
    const { calls } = await press(true, {
      action: { needsOpinion: true },
      answers: {
        [`POST ${preview}`]: () => {
          makeCount += 1;
          return { rows: [makeCount === 1 ? document_ : { ...document_, id: newId, docId: newId }] };
        },
      },
    });
    await findDocumentList();
    fireEvent.change(within(await dialog()).getByRole('textbox', { name: /处理意见/ }), {
      target: { value: '同意受理' },
    });
    viewedFiles.length = 0;
    fireEvent.click(screen.getByRole('button', { name: '预览受理通知书' }));
    await waitFor(() =>
      expect(viewedFiles).toEqual([{ id: newId, name: '受理通知书.pdf', isDocument: true }]),
    );
    expect(calls()).toEqual([preview, preview]);
    viewedFiles.length = 0;
  });

  it('shows why the documents could not be made, and is not sent without them', async () => {
    let isDown = true;
    const { calls } = await press(true, {
      answers: {
        [`POST ${preview}`]: () => (isDown ? refuseWith(50303, '文书未能生成') : { rows: [document_] }),
      },
    });
    expect((await screen.findByRole('alert')).textContent).toBe('文书未能生成');
    await confirm();
    await waitFor(() => expect(calls()).toEqual([preview, preview]));
    isDown = false;
    await waitFor(() => expect(screen.queryByText('正在生成文书…')).toBeNull());
    fireEvent.click(within(await dialog()).getByRole('button', { name: /重新生成/ }));
    await findDocumentList();
    expect(calls()).toEqual([preview, preview, preview]);
    await confirm();
    await screen.findByText(result.message);
  });

  it('confirms documents once: after a lost answer the next press only sends the action again', async () => {
    let isLost = true;
    const { calls } = await press(true, {
      answers: {
        [`POST ${handling.handle.path}`]: () => {
          if (!isLost) return result;
          isLost = false;
          return Response.json({ errcode: 504, errmsg: '网关超时' }, { status: 504 });
        },
        // A document that the action has used cannot be confirmed again.
        [`POST ${documents.activateAll.path}`]: () =>
          isLost ? { rows: [{ ...document_, isActive: 1 }] } : refuseWith(404, '未找到对应的数据'),
      },
    });
    await findDocumentList();
    await confirm();
    await waitFor(() => expect(calls()).toContain(handling.handle.path));
    await screen.findByText('网关超时');
    await confirm();
    await screen.findByText(result.message);
    expect(calls().filter((path) => path === documents.activateAll.path)).toHaveLength(1);
  });

  it('is sent once by two presses', async () => {
    const { calls } = await press(true);
    await findDocumentList();
    await screen.findByText('领导批示');
    const button = screen.getByText('确认受理').closest('button') as HTMLElement;
    fireEvent.click(button);
    fireEvent.click(button);
    await screen.findByText(result.message);
    expect(calls()).toEqual([preview, documents.activateAll.path, handling.handle.path]);
  });

  it('discards the documents when the page is left, and generates them again at a later confirmation', async () => {
    const { calls, bodyOf } = await press(true);
    await findDocumentList();
    fireEvent(window, new Event('pagehide'));
    await waitFor(() => expect(bodyOf(documents.activateAll.path)).toEqual({ docIds: [id], isActive: 0 }));
    expect(calls()).not.toContain(handling.handle.path);
    expect(await screen.findByText('文书未保留，需重新生成')).toBeTruthy();
    await confirm();
    await findDocumentList();
    expect(calls()).not.toContain(handling.handle.path);
  });

  it('discards documents that become ready after the dialog was cancelled or unmounted', async () => {
    for (const way of ['cancel', 'unmount'] as const) {
      let answer: () => void = () => undefined;
      const ready = new Promise<void>((resolve) => {
        answer = resolve;
      });
      const { bodyOf, unmount } = await press(true, {
        answers: { [`POST ${preview}`]: () => ready.then(() => ({ rows: [document_], notMade: [] })) },
      });
      await screen.findByText('正在生成文书…');
      if (way === 'unmount') unmount();
      else fireEvent.click(within(await dialog()).getByRole('button', { name: /取\s*消/ }));
      expect(bodyOf(documents.activateAll.path)).toBeUndefined();
      answer();
      await waitFor(() => expect(bodyOf(documents.activateAll.path)).toEqual({ docIds: [id], isActive: 0 }));
      unmount();
    }
  });

  it('does not discard documents that are already being confirmed', async () => {
    const { bodyOf, unmount } = await press(true, {
      answers: { [`POST ${documents.activateAll.path}`]: () => new Promise<never>(() => undefined) },
    });
    await findDocumentList();
    await confirm();
    await waitFor(() => expect(bodyOf(documents.activateAll.path)).toEqual({ docIds: [id], isActive: 1 }));
    unmount();
    expect(bodyOf(documents.activateAll.path)).toEqual({ docIds: [id], isActive: 1 });
  });

  it('shows the same message when its preview finds that another handler was first', async () => {
    await press(true, {
      answers: { [`POST ${handling.previewAction.path}`]: () => refuseWith(40910, '该环节已被办理') },
    });
    expect(await screen.findByRole('dialog', { name: '该环节已被办理' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: '重新加载' })).toBeNull();
  });

  it('shows that another handler was first, and discards the documents', async () => {
    const { bodyOf } = await press(true, {
      answers: { [`POST ${documents.activateAll.path}`]: () => refuseWith(40910, '该环节已被办理') },
    });
    await findDocumentList();
    await confirm();
    expect(await screen.findByText('该环节已被办理')).toBeTruthy();
    expect(screen.queryByRole('list', { name: '将生成的文书' })).toBeNull();
    await waitFor(() => expect(bodyOf(documents.activateAll.path)).toEqual({ docIds: [id], isActive: 0 }));
  });

  it('asks for another review when its documents were generated again elsewhere', async () => {
    const text = '文书已在其他页面重新生成或取消，请重新预览文书';
    await press(true, {
      answers: { [`POST ${documents.activateAll.path}`]: () => refuseWith(404, text) },
    });
    await findDocumentList();
    await confirm();
    expect(await screen.findByText(text)).toBeTruthy();
    expect(await screen.findByText('文书未保留，需重新生成')).toBeTruthy();
  });

  it('shows no documents row when there are none', async () => {
    const noDocuments = await press(true, {
      answers: { [`POST ${preview}`]: () => ({ rows: [], notMade: [] }) },
    });
    await confirm();
    await screen.findByText(result.message);
    expect(noDocuments.calls()).toEqual([preview, handling.handle.path]);
    expect(screen.queryByText('生成文书')).toBeNull();
  });

  it('requests no documents when the button makes none', async () => {
    const { calls } = await press(false);
    await confirm();
    await screen.findByText(result.message);
    expect(calls()).toEqual([handling.handle.path]);
  });
});
