import { readFileSync } from 'node:fs';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { documents } from '#contract/documents.ts';
import { buildMyTask, buildOrderPage } from '../test-order.ts';
import { type Answers, answerCalls, refuseWith, renderPart } from '../test-screen.tsx';
import { DocumentsTab } from './DocumentsTab.tsx';

/** The configuration table of an order (S1 §2, §8, §9). */

const page = buildMyTask();
const { id: workorderId } = buildOrderPage().order;
const configList = `GET ${documents.configList.path}`;
const publicList = `GET ${documents.publicList.path.replace(':workorderId', workorderId)}`;
const generate = documents.generate.path.replace(':workorderId', workorderId);
const madeDocument = {
  id: 'a',
  docId: 'a',
  code: 'receipt',
  name: '收件回执',
  docName: '收件回执.pdf',
  attachmentUrl: '',
  attachmentDocxUrl: '',
  documentNumber: '淳信收〔2026〕1号',
  isActive: 1,
  state: 'valid',
  stateLabel: '有效',
  changed: true,
  madeAt: '2026-03-02T02:00:00.000Z',
  verificationCode: '',
  voided: null,
  can: { void: false, confirm: false },
};
const rows = [
  { code: 'receipt', name: '收件回执', byHand: false, madeAt: '收件', isConditional: false },
  { code: 'letter', name: '转送函', byHand: true, madeAt: '', isConditional: false },
  { code: 'reply', name: '答复意见书', byHand: true, madeAt: '签发', isConditional: false },
];
const byHand = [
  { code: 'letter', whyNot: '' },
  { code: 'reply', whyNot: '签发后可以生成' },
];

function open(answers: Answers = {}, shownPage = page) {
  const calls = answerCalls({
    [configList]: () => ({ rows }),
    [publicList]: () => ({ rows: [madeDocument], byHand, stepsOver: [] }),
    [`POST ${generate}`]: () => ({ rows: [{ ...madeDocument, missingLetters: [] }] }),
    ...answers,
  });
  renderPart(<DocumentsTab page={shownPage} />);
  return calls;
}

afterEach(() => vi.unstubAllGlobals());

describe('documents tab of an order', () => {
  it('lists the item’s documents by number, name and operations, without paging', async () => {
    open();
    const table = await screen.findByRole('table');
    const texts = within(table)
      .getAllByRole('row')
      .map(({ textContent }) => textContent);
    expect(texts).toEqual([
      '序号文书名称操作',
      '1收件回执已变更淳信收〔2026〕1号生成后办件信息有变化，文书内容与现在的办件信息不同查看下载',
      '2转送函尚未生成生成',
      '3答复意见书尚未生成，在“签发”环节自动生成签发后可以生成',
    ]);
    expect(screen.queryByRole('list')).toBeNull();
  });

  it('says of every missing document when it is made or that its step is over, to readers without a task too', async () => {
    const configured = [
      ...rows,
      { code: 'refusal', name: '不予受理告知书', byHand: false, madeAt: '受理审查', isConditional: true },
    ];
    open({
      [configList]: () => ({ rows: configured }),
      [publicList]: () => ({ rows: [], byHand: [], stepsOver: ['receipt'] }),
    });
    const tableRows = within(await screen.findByRole('table')).getAllByRole('row');
    expect(tableRows.map(({ textContent }) => textContent)).toEqual([
      '序号文书名称操作',
      '1收件回执未生成，“收件”环节已结束—',
      '2转送函尚未生成—',
      '3答复意见书尚未生成，在“签发”环节自动生成—',
      '4不予受理告知书尚未生成，在“受理审查”环节按条件自动生成—',
    ]);
  });

  it('leaves out documents of a closed order that were never made', async () => {
    const closedPage = { ...page, order: { ...page.order, endedAt: '2026-03-03T02:00:00.000Z' } };
    open({ [publicList]: () => ({ rows: [madeDocument], byHand: [], stepsOver: [] }) }, closedPage);
    const visibleRows = within(await screen.findByRole('table')).getAllByRole('row');
    expect(visibleRows).toHaveLength(2);
    expect(visibleRows[1]?.textContent).toContain('收件回执');
  });

  it('shows that a closed order has no document', async () => {
    const closedPage = { ...page, order: { ...page.order, endedAt: '2026-03-03T02:00:00.000Z' } };
    open({ [publicList]: () => ({ rows: [], byHand: [], stepsOver: [] }) }, closedPage);
    expect(await screen.findByText('本件没有生成文书')).toBeTruthy();
  });

  it('shows 生成成功 and reloads the table, or 生成失败 when no document was made', async () => {
    const calls = open();
    fireEvent.click(await screen.findByRole('button', { name: '生成转送函' }));
    expect(await screen.findByText('生成成功')).toBeTruthy();
    expect(calls.find(({ path }) => path === generate)?.body).toMatchObject({ code: 'letter' });
    await waitFor(() =>
      expect(calls.filter(({ path }) => publicList.endsWith(path)).length).toBeGreaterThan(1),
    );
  });

  it('shows why no document was made', async () => {
    open({ [`POST ${generate}`]: () => refuseWith(40950, '生成失败') });
    fireEvent.click(await screen.findByRole('button', { name: '生成转送函' }));
    expect(await screen.findByText('生成失败')).toBeTruthy();
  });

  it('retries every second until the list is available', async () => {
    let requests = 0;
    open({
      [configList]: () => {
        requests += 1;
        return requests < 3 ? refuseWith(500, '系统出现异常') : { rows };
      },
    });
    expect(await screen.findByRole('table')).toBeTruthy();
    expect(requests).toBe(3);
  });

  it('voids a document with a required reason for a person with permission, and shows the reason afterwards', async () => {
    const voided = { reason: '文字有误', by: '沈洁', at: '2026-03-03T02:00:00.000Z' };
    let current: object = {
      ...madeDocument,
      verificationCode: 'A'.repeat(20),
      can: { void: true, confirm: false },
    };
    const path = documents.void.path.replace(':docId', 'a');
    const calls = open({
      [publicList]: () => ({ rows: [current], byHand, stepsOver: [] }),
      [`POST ${path}`]: () => {
        current = { ...madeDocument, changed: false, state: 'void', stateLabel: '已作废', voided };
        return { id: 'a' };
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: '作废收件回执' }));
    const dialog = await screen.findByRole('dialog', { name: /^作废 收件回执/ });
    expect(dialog.textContent).toContain('淳信收〔2026〕1号不再编给其他文书');
    const confirm = within(dialog).getByRole('button', { name: '确认作废' });
    fireEvent.click(confirm);
    expect(await within(dialog).findByText('请填写作废原因')).toBeTruthy();
    expect(calls.some((call) => call.path === path)).toBe(false);
    const reason = within(dialog).getByRole('textbox', { name: /作废原因/ });
    fireEvent.change(reason, { target: { value: '误'.repeat(201) } });
    expect(await within(dialog).findByText('作废原因不能超过200个字符')).toBeTruthy();
    fireEvent.change(reason, { target: { value: ' 文字有误 ' } });
    fireEvent.click(confirm);
    expect(await screen.findByText('作废原因：文字有误')).toBeTruthy();
    expect(calls.find((call) => call.path === path)?.body).toEqual({ reason: '文字有误' });
    expect(screen.getByText(/沈洁 ·/).textContent).toBe('沈洁 · 2026-03-03 10:00');
    expect(screen.queryByRole('button', { name: '作废收件回执' })).toBeNull();
  });

  it('shows its maker an unsubmitted document made by a button, to discard but not to confirm', async () => {
    let current: object[] = [
      { ...madeDocument, isActive: 0, changed: false, state: 'prepared', stateLabel: '待确认' },
    ];
    const calls = open({
      [publicList]: () => ({ rows: current, byHand, stepsOver: [] }),
      [`POST ${documents.activateAll.path}`]: () => {
        current = [];
        return { rows: [] };
      },
    });
    expect((await screen.findByText('办理时生成，尚未提交')).parentElement?.textContent).toContain('待确认');
    expect(screen.queryByRole('button', { name: '确认收件回执' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: '取消收件回执' }));
    expect(await screen.findByText('尚未生成，在“收件”环节自动生成')).toBeTruthy();
    expect(calls.find(({ path }) => path === documents.activateAll.path)?.body).toEqual({
      docIds: ['a'],
      isActive: 0,
    });
  });

  it('names the characters without a glyph in a document that was generated manually', async () => {
    const missingLetters = [{ field: '信访人姓名', letter: '𪛖', codePoint: 'U+2A6D6' }];
    open({
      [`POST ${generate}`]: () => ({ rows: [{ ...madeDocument, isActive: 0, missingLetters }] }),
    });
    fireEvent.click(await screen.findByRole('button', { name: '生成转送函' }));
    expect(await screen.findByText(/^生成成功，但信访人姓名中的“𪛖”（U\+2A6D6）没有字形/)).toBeTruthy();
  });

  it('scrolls above a height of 480 px', () => {
    const sheet = readFileSync('web/features/work-orders/documents/documents.module.css', 'utf8');
    expect(sheet).toMatch(/\.scroll \{\s*max-height: 480px;\s*overflow: auto;/);
  });
});
