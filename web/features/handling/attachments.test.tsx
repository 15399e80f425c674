import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { handling } from '#contract/handling.ts';
import { formContextValue } from '#web/toolkit/open-forms/form-context-value.ts';
import { noForms } from '#web/toolkit/open-forms/handled-forms.ts';
import { CommonOpinionPopover } from '../opinions/CommonOpinionPopover.tsx';
import { OpinionChips } from '../opinions/OpinionChips.tsx';
import { UrgeDialog } from '../urge/UrgeDialog.tsx';
import { buildMyTask, taskTraceId } from '../work-orders/test-order.ts';
import { previewing as answerPreview, buildOutcome } from '../work-orders/test-outcome.ts';
import { answerCalls, refuseWith, renderPart } from '../work-orders/test-screen.tsx';
import { HandlerBar } from './HandlerBar.tsx';

/** Attachments of an opinion (S1 §3 fileList, §5). */

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const handle = `POST ${handling.handle.path}`;
const result = {
  workorderId: '',
  workorderCode: '',
  status: 23,
  statusLabel: '待审批',
  message: '已办',
  nextNodeNames: [],
  workorderDocs: [],
};

function openBar(answer: () => unknown) {
  const calls = answerCalls({ ...answerPreview(buildOutcome({ undo: null })), [handle]: answer });
  const view = renderPart(
    <HandlerBar
      UrgeDialog={UrgeDialog}
      RecordDialog={() => null}
      page={buildMyTask()}
      forms={noForms}
      onReload={() => undefined}
      onLeave={() => undefined}
      commonOpinions={{ Chips: OpinionChips, Popover: CommonOpinionPopover }}
    />,
  );
  const opinion = screen.getByLabelText(/处理意见/);
  fireEvent.focus(opinion);
  fireEvent.change(opinion, { target: { value: '同意' } });
  return {
    view,
    handled: () => calls.filter(({ path }) => path === handling.handle.path).map(({ body }) => body),
  };
}

/** Confirms the action; the main button element changes when it becomes enabled. */
async function confirmIn(dialog: HTMLElement) {
  const main = () => within(dialog).getByRole('button', { name: /确认受理/ });
  await waitFor(() => expect(main()).toHaveProperty('disabled', false));
  fireEvent.click(main());
}

function upload(name: string, type = 'application/pdf') {
  const fileInput = screen.getAllByTestId('chooser-attachments').at(-1) as HTMLInputElement;
  fireEvent.change(fileInput, { target: { files: [new File(['x'], name, { type })] } });
}

describe('attachments of an opinion', () => {
  it('are uploaded in the handler bar, shown and removed in the dialog of the action, and sent with the action', async () => {
    let number = 0;
    vi.spyOn(formContextValue, 'uploadFile').mockImplementation(async (file) => ({
      id: `file-${++number}`,
      name: file.name,
      size: file.size,
    }));
    const { handled: handleBodies } = openBar(() => result);
    upload('说明.pdf');
    expect(await screen.findByRole('button', { name: '说明.pdf' })).toBeTruthy();
    upload('照片.png');
    expect(await screen.findByText('附件 2 / 10')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: '受理' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(await within(dialog).findByRole('button', { name: '删除 说明.pdf' }));
    await confirmIn(dialog);
    await waitFor(() =>
      expect(handleBodies()).toMatchObject([{ fileList: [{ id: 'file-2', name: '照片.png' }] }]),
    );
    await waitFor(() => expect(sessionStorage.getItem(`serviceportal.files..${taskTraceId}`)).toBeNull());
  });

  it('remain when the server refuses the action, and after the page was left', async () => {
    sessionStorage.setItem(
      `serviceportal.files..${taskTraceId}`,
      JSON.stringify([{ id: 'file-1', name: '说明.pdf', size: 5 }]),
    );
    const { view, handled: handleBodies } = openBar(() => refuseWith(40900, '稍后再试'));
    fireEvent.click(screen.getByRole('button', { name: '受理' }));
    const dialog = await screen.findByRole('dialog');
    await confirmIn(dialog);
    await waitFor(() => expect(handleBodies()).toHaveLength(1));
    expect(within(dialog).getByRole('button', { name: '说明.pdf' })).toBeTruthy();
    view.unmount();
    openBar(() => result);
    expect(screen.getByRole('button', { name: '说明.pdf' })).toBeTruthy();
  });

  it('show their limits (eight formats, 30 MB each, ten files), and a running upload disables the action', async () => {
    let finishUpload: (file: { id: string; name: string; size: number }) => void = () => undefined;
    vi.spyOn(formContextValue, 'uploadFile').mockImplementation(
      () =>
        new Promise((resolve) => {
          finishUpload = resolve;
        }),
    );
    openBar(() => result);
    expect(
      screen.getByText(/支持 pdf、png、jpg、jpeg、doc、docx、xls、xlsx，单个不超过 30 MB，最多 10 个/),
    ).toBeTruthy();
    upload('程序.exe');
    expect(await screen.findByRole('button', { name: '移除 程序.exe' })).toBeTruthy();
    upload('说明.pdf');
    await waitFor(() =>
      expect(screen.getByRole('button', { name: '受理' })).toHaveProperty('disabled', true),
    );
    finishUpload({ id: 'file-1', name: '说明.pdf', size: 1 });
    await waitFor(() =>
      expect(screen.getByRole('button', { name: '受理' })).toHaveProperty('disabled', false),
    );
  });
});
