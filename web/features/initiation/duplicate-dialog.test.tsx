import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { handling } from '#contract/handling.ts';
import { type PetitionHistoryRow, petitionHistory } from '#contract/petition-history.ts';
import { ApplicantTerm } from '#domain/applicants/applicant-term.ts';
import { formContextValue } from '#web/toolkit/open-forms/form-context-value.ts';
import { PetitionHistoryButton } from '../petition-history/PetitionHistoryButton.tsx';
import { answerCalls, refuseWith, renderPart } from '../work-orders/test-screen.tsx';
import { ApplicantHistory } from './ApplicantHistory.tsx';
import { openApplicantForm } from './applicant-form.ts';
import { DuplicateDialog } from './DuplicateDialog.tsx';

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const order = {
  code: '2026000154',
  title: '桐子坞村山坳被倾倒建筑垃圾',
  status: 2,
  statusLabel: '待收件',
  noPapers: '',
};
const original = {
  field: 'petition-letter.originalCode',
  beside: { 'petition-letter.isRepeat': 'yes' },
  unfinished: true,
};
const item = (unfinished = true) => ({
  taskCode: 'petition-letter',
  name: '群众来信办理',
  applicantWord: ApplicantTerm.petitioner,
  duplicateCheck: true,
  petition: { similar: null, original: { ...original, unfinished } },
});
const found = { msg: '申请权限校验不通过：该信访人已有未办结的同类办件', order };
const papersPath = `POST ${handling.addPapers.path.replace(':workorderCode', order.code)}`;

function open(props: Partial<Parameters<typeof DuplicateDialog>[0]> = {}) {
  const onRepeat = vi.fn();
  const onClose = vi.fn();
  const onGoToNumber = vi.fn();
  renderPart(
    <DuplicateDialog {...{ warning: found, item: item(), onRepeat, onClose, onGoToNumber, ...props }} />,
  );
  return { onRepeat, onClose };
}

const buttons = () =>
  within(screen.getByRole('dialog'))
    .getAllByRole('button')
    .map(({ textContent }) => textContent)
    .filter((text) => text !== '');

describe('dialog of an unfinished order', () => {
  it.each([order, null])(
    'names the unfinished order in its title, and the reason of the refusal in its text (%#)',
    (shownOrder) => {
      open({ warning: { ...found, order: shownOrder } });
      expect(screen.getByRole('dialog', { name: '该信访人已有未办结的同类办件' })).toBeTruthy();
      const text = '申请权限校验不通过：该信访人已有未办结的“群众来信办理”办件。';
      expect(screen.getByText(text)).toBeTruthy();
    },
  );

  it('registers the petition as a repeated petition where the item allows it', () => {
    const { onRepeat } = open();
    fireEvent.click(screen.getByRole('button', { name: '登记为重复信访' }));
    expect(onRepeat).toHaveBeenCalledWith(order.code);
  });

  it('offers no more than the submission allows', () => {
    open({ item: item(false) });
    expect(buttons()).toEqual(['知道了', '补充材料到该办件', '打开该办件']);
  });

  it('does not offer to add materials where the order accepts none, and shows why', () => {
    const noPapers = '每个办件最多补充100次材料';
    open({ item: item(false), warning: { ...found, order: { ...order, noPapers } } });
    expect(buttons()).toEqual(['知道了', '打开该办件']);
    expect(screen.getByText(/每个办件最多补充100次材料；/)).toBeTruthy();
  });

  it('explains how to continue to a person without read permission, and shows nothing of the order', () => {
    open({ warning: { ...found, order: null } });
    expect(buttons()).toEqual(['知道了']);
    expect(screen.getByText(/“历史信访”，选中未办结的件并“设为原办件”/)).toBeTruthy();
    expect(screen.queryByText(order.code)).toBeNull();
  });

  it('adds the materials to the order, keeps refused input, and shows where they are', async () => {
    vi.spyOn(formContextValue, 'uploadFile').mockImplementation(async ({ name, size }) => ({
      id: 'file-1',
      name,
      size,
    }));
    let isRefused = true;
    const calls = answerCalls({
      [papersPath]: () =>
        isRefused
          ? refuseWith(400, '请检查并完善以下信息', [{ field: 'note', message: '补充说明不能超过200个字符' }])
          : { message: '材料已补充，已告知当前环节的处理人' },
    });
    open();
    fireEvent.click(screen.getByRole('button', { name: '补充材料到该办件' }));
    const confirm = async () => fireEvent.click(await screen.findByRole('button', { name: /确认补充材料/ }));
    await confirm();
    expect(await screen.findByText('请上传补充的材料')).toBeTruthy();
    expect(calls).toEqual([]);

    const fileInput = screen.getAllByTestId('chooser-attachments').at(-1) as HTMLInputElement;
    fireEvent.change(fileInput, {
      target: { files: [new File(['x'], '照片.pdf', { type: 'application/pdf' })] },
    });
    expect(await screen.findByText('附件 1 / 10')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('补充说明'), { target: { value: '又寄来照片' } });
    await confirm();
    expect(await screen.findByText('补充说明不能超过200个字符')).toBeTruthy();
    isRefused = false;
    await waitFor(() =>
      expect(screen.getByRole('button', { name: /确认补充材料/ }).className).not.toContain('loading'),
    );
    await confirm();
    expect(await screen.findByText(/材料已补充，已告知当前环节的处理人。本页所填内容保留/)).toBeTruthy();
    expect(calls.at(-1)?.body).toEqual({ note: '又寄来照片', fileList: [{ id: 'file-1' }] });
    expect(screen.getByRole('link', { name: order.code })).toBeTruthy();
    expect(sessionStorage.length).toBe(0);
  });
});

describe('history of the person being registered', () => {
  const row: PetitionHistoryRow = {
    index: 1,
    workOrdCd: order.code,
    workOrdId: '',
    petLetFm: '',
    petLetDtStr: '2026-02-20',
    name: '',
    refctItm: '',
    txMode: '',
    urlLink: '',
    statusLabel: '待收件',
    ended: false,
    keepsFromStarting: true,
  };
  const endedPetition = { ...row, index: 2, workOrdCd: '2025000077', ended: true, keepsFromStarting: false };

  const choose = async (workOrdCd: string, unfinished: boolean, lastFound = true) => {
    answerCalls({
      [`POST ${petitionHistory.ofPetitioner.path}`]: () => ({
        rows: [row, endedPetition],
        total: 2,
        choices: { petLetFm: [], txMode: [], probCls: [] },
      }),
    });
    const applicant = openApplicantForm(
      { applicantWord: ApplicantTerm.petitioner, serveTypes: ['window'] } as never,
      { certCode: '330127195501019991' },
    );
    renderPart(
      <ApplicantHistory
        item={item(unfinished)}
        applicant={applicant}
        openFormList={[]}
        PetitionHistory={PetitionHistoryButton}
        lastWarning={lastFound ? found : undefined}
      />,
    );
    fireEvent.click(screen.getByRole('button', { name: '历史信访' }));
    fireEvent.click(await screen.findByRole('radio', { name: `选择 ${workOrdCd}` }));
    return (screen.getByRole('button', { name: '设为原办件' }) as HTMLButtonElement).disabled;
  };

  it.each([
    ['an unfinished petition is allowed if the item permits its repetition', order.code, true, true, false],
    ['an unfinished petition of another item is not allowed', order.code, false, true, true],
    [
      'an ended petition is not allowed while another one blocks the start',
      endedPetition.workOrdCd,
      true,
      true,
      true,
    ],
    ['an ended petition is allowed otherwise', endedPetition.workOrdCd, true, false, false],
  ])('restricts the choice of the original order: %s', async (_, code, unfinished, lastFound, disabled) => {
    expect(await choose(code, unfinished, lastFound)).toBe(disabled);
  });
});
