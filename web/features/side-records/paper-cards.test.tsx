import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { RecordOffer } from '#contract/record-offer.ts';
import type { SideRecordRow } from '#contract/side-records.ts';
import { answerCalls, refuseWith, renderPart } from '#web/features/work-orders/test-screen.tsx';
import { CorrectionPapers } from './correction/CorrectionPapers.tsx';
import { RarePapers } from './rare/RarePapers.tsx';

afterEach(() => vi.unstubAllGlobals());

const order = { id: '018f0000-0000-7000-8000-000000000000', code: '2026000312', title: '老灶台餐饮店' };
const limit = { amount: 10, unit: 1 };
const rowOf = (kind: 'correction' | 'rare', state: string, data: object): SideRecordRow => ({
  id: 1,
  kind,
  kindName: '',
  state,
  stateName: '',
  isOpen: true,
  traceId: null,
  nodeName: '',
  openedAt: '2026-11-18T02:20:00.000Z',
  openedBy: '邓涛',
  changedAt: '2026-11-20T01:31:00.000Z',
  changedBy: '张伟',
  dueAt: null,
  pauses: [],
  extension: null,
  data: data as Record<string, unknown>,
});
const paper = (name: string) => ({
  id: null,
  name,
  problem: 2,
  reason: `请交${name}`,
  fileIds: [],
  qualified: null,
  verdict: '',
});
const answered = rowOf('correction', 'submitted', { papers: ['租赁合同', '平面图'].map(paper), limit });
const offer = (command: string, whyNot = ''): RecordOffer => ({
  kind: 'correction',
  command,
  label: command,
  recordId: 1,
  traceId: null,
  nodeName: '',
  dangerous: false,
  whyNot,
});
const once = '该事项实行一次性告知，只能要求补正一次';
const path = `/api/work-orders/${order.code}/records/correction`;

function review(offers: RecordOffer[]) {
  const calls = answerCalls({ [`POST ${path}`]: () => ({ message: '已完成', status: 17 }) });
  const onDone = vi.fn();
  renderPart(<CorrectionPapers record={answered} order={order} offers={offers} onDone={onDone} />);
  const verdict = (name: string, text: string) =>
    fireEvent.click(within(screen.getByRole('radiogroup', { name: `审核${name}` })).getByText(text));
  return { calls, onDone, verdict };
}

describe('the review of a correction in its card (S1 §4)', () => {
  it('sends nothing before each material has a verdict, and names those without', async () => {
    const { calls, onDone, verdict } = review([offer('accept'), offer('again', once), offer('decline')]);
    verdict('租赁合同', '合格');
    fireEvent.click(screen.getByRole('button', { name: '补正通过' }));
    expect(await screen.findByText('请审核“平面图”')).toBeTruthy();
    expect(calls).toEqual([]);
    verdict('平面图', '合格');
    fireEvent.click(screen.getByRole('button', { name: '补正通过' }));
    await waitFor(() => expect(onDone).toHaveBeenCalled());
    const qualified = { qualified: true, reason: '' };
    expect(calls.map(({ body }) => body)).toEqual([
      {
        command: 'accept',
        verdicts: [qualified, qualified],
        acceptsIncomplete: false,
        recordId: 1,
        traceId: null,
      },
    ]);
  });

  it('offers no second request where the item asks once, and needs a choice and a reason', async () => {
    const { calls, onDone, verdict } = review([offer('accept'), offer('again', once), offer('decline')]);
    verdict('租赁合同', '合格');
    verdict('平面图', '不合格');
    expect(screen.getByText(new RegExp(`有 1 份不合格，${once}`))).toBeTruthy();
    expect(screen.queryByRole('radio', { name: '再次补正' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: '补正通过' }));
    expect(await screen.findByText('请写明不合格的原因')).toBeTruthy();
    expect(screen.getByText('请选择怎样处理')).toBeTruthy();
    fireEvent.change(screen.getByRole('textbox', { name: '平面图不合格的原因' }), {
      target: { value: '没有标留样柜' },
    });
    fireEvent.click(screen.getByRole('radio', { name: '不予受理' }));
    fireEvent.click(screen.getByRole('button', { name: '记录补正不合格' }));
    await waitFor(() => expect(onDone).toHaveBeenCalled());
    expect(calls[0]?.body).toMatchObject({
      command: 'decline',
      verdicts: [{ qualified: true }, { qualified: false, reason: '没有标留样柜' }],
    });
  });

  it('only shows the materials to people who do not review them', () => {
    review([]);
    expect(screen.queryByRole('radiogroup')).toBeNull();
    expect(screen.getByRole('list', { name: '材料' }).textContent).toContain('租赁合同');
  });
});

describe('the files of materials', () => {
  const data = {
    papers: [{ id: 'copy:平面图', name: '平面图', fileIds: ['f1', 'f2'] }],
    promise: { text: '', fileIds: [] },
    limit,
    endsAt: '2026-12-02T15:59:59.999Z',
  };
  const materials = `GET /workorder/workorders/${order.code}/materials`;
  const show = () =>
    renderPart(
      <RarePapers record={rowOf('rare', 'pending', data)} order={order} offers={[]} onDone={vi.fn()} />,
    );

  it('are counted where the order no longer has them', async () => {
    const files = [{ id: 'f1', name: '平面图.pdf', size: 1 }];
    answerCalls({
      [materials]: () => ({ rows: [], version: 0, traceId: null, summary: '', history: [], files }),
    });
    show();
    expect(await screen.findByRole('button', { name: '平面图.pdf' })).toBeTruthy();
    expect(screen.getByText('另有 1 个文件已不在办件附件中')).toBeTruthy();
  });

  it('can be read again after a failure', async () => {
    answerCalls({ [materials]: () => refuseWith(500, '系统繁忙') });
    show();
    expect(await screen.findByRole('button', { name: '2 个文件没有读出来，重试' })).toBeTruthy();
  });
});

describe('the promise of a rare supplement', () => {
  it('is printed as the applicant signed it, with the materials and the limit', async () => {
    vi.stubGlobal('print', () => window.dispatchEvent(new Event('beforeprint')));
    const data = {
      papers: [{ id: 'copy:平面图', name: '平面图', fileIds: [] }],
      promise: { text: '本单位承诺按期补齐。', fileIds: [] },
      limit,
      endsAt: '2026-12-02T15:59:59.999Z',
    };
    renderPart(
      <RarePapers record={rowOf('rare', 'pending', data)} order={order} offers={[]} onDone={vi.fn()} />,
    );
    fireEvent.click(screen.getByText('承诺书'));
    fireEvent.click(screen.getByRole('button', { name: '打印承诺书' }));
    const sheet = await screen.findByRole('article');
    for (const text of [
      '容缺受理承诺书',
      '2026000312',
      '本单位承诺按期补齐。',
      '平面图',
      '10 个工作日（2026-12-02 止）',
    ])
      expect(sheet.textContent).toContain(text);
    act(() => void window.dispatchEvent(new Event('afterprint')));
    expect(screen.queryByRole('article')).toBeNull();
  });
});
