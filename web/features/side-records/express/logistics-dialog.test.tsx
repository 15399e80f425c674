import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ExpressItem } from '#contract/express.ts';
import { answerCalls, refuseWith, renderPart } from '#web/features/work-orders/test-screen.tsx';
import { LogisticsDialog } from './LogisticsDialog.tsx';

afterEach(() => vi.unstubAllGlobals());

const track = (status: string, statusLabel: string, at: string, more: object = {}) => ({
  status,
  statusLabel,
  carrierCode: status,
  at,
  place: '汾口邮政支局',
  description: '',
  isReturn: false,
  signedBy: null,
  ...more,
});
const moving: ExpressItem = {
  mailNum: '1035000000001',
  send_type: '1',
  status: '20',
  statusLabel: '未妥投',
  carrier: '中国邮政 EMS',
  contents: '食品经营许可证正本、副本各 1',
  workorderId: '018f0000-0000-7000-8000-000000000000',
  workorderCode: '2026000312',
  sender: { name: '淳安*****心', phone: '0571-******00', address: '淳安县环湖****' },
  receiver: { name: '**利', phone: '138****6620', address: '淳安县汾口镇****' },
  orderedAt: '2026-11-30T02:02:00.000Z',
  deliveredAt: null,
  failedDeliveries: 1,
  isReturned: false,
  isEnded: false,
  fault: '',
  askedAt: '2026-12-02T02:31:00.000Z',
  nextAskAt: '2026-12-02T04:31:00.000Z',
  simulated: false,
  can: { waybill: true },
  tracks: [
    track('20', '未妥投', '2026-12-02T00:40:00.000Z', { description: '收件人不在' }),
    track('51', '正在投递', '2026-12-01T23:55:00.000Z'),
  ],
};
const delivered: ExpressItem = {
  ...moving,
  status: '10',
  statusLabel: '已妥投',
  deliveredAt: '2026-12-02T02:26:00.000Z',
  isEnded: true,
  nextAskAt: null,
  tracks: [track('10', '已妥投', '2026-12-02T02:26:00.000Z', { signedBy: 'other' }), ...moving.tracks],
};
const address = '/express/1035000000001';
const open = (answers: Parameters<typeof answerCalls>[0]) => {
  const calls = answerCalls(answers);
  const onClose = vi.fn();
  renderPart(<LogisticsDialog mailNum="1035000000001" onClose={onClose} />);
  return { calls, onClose };
};

describe('dialog 物流详情', () => {
  it('shows the events, newest first, both sides, the contents and the failed attempt (S1 §7)', async () => {
    open({ [`GET ${address}`]: () => moving });
    const list = await screen.findByRole('list', { name: /物流轨迹/ });
    const rows = within(list).getAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual([
      '未妥投2026-12-02 08:40汾口邮政支局，收件人不在',
      '正在投递2026-12-02 07:55汾口邮政支局',
    ]);
    expect(screen.getByText('食品经营许可证正本、副本各 1')).toBeTruthy();
    expect(screen.getByText(/未妥投 1 次/)).toBeTruthy();
    expect(screen.getByText(/2 小时自动查一次/)).toBeTruthy();
  });

  it('asks the carrier again and shows who signed and the date of service', async () => {
    const { calls } = open({
      [`GET ${address}`]: () => moving,
      [`POST ${address}/refresh`]: () => delivered,
    });
    await screen.findByRole('list', { name: /物流轨迹/ });
    fireEvent.click(screen.getByRole('button', { name: '刷新' }));
    expect(await screen.findByText('汾口邮政支局，他人代收')).toBeTruthy();
    expect(screen.getByText('送达日期').nextElementSibling?.textContent).toBe('2026-12-02');
    expect(screen.getByText(/不再自动查询/)).toBeTruthy();
    expect(calls.map(({ method }) => method)).toEqual(['GET', 'POST']);
  });

  it('shows that an item goes back, and why the carrier did not answer', async () => {
    const fault = '接口在 15 秒内没有应答';
    open({ [`GET ${address}`]: () => ({ ...moving, isReturned: true, fault }) });
    expect(await screen.findByText('退回途中')).toBeTruthy();
    expect(screen.getByText(/查询未成功：接口在 15 秒内没有应答/)).toBeTruthy();
  });

  it('keeps what it shows if the refresh is refused, and offers no waybill without the permission', async () => {
    open({
      [`GET ${address}`]: () => ({ ...moving, can: { waybill: false } }),
      [`POST ${address}/refresh`]: () => refuseWith(429, '操作过于频繁，请稍后再试'),
    });
    await screen.findByRole('list', { name: /物流轨迹/ });
    expect(screen.queryByRole('button', { name: '打印面单' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: '刷新' }));
    expect(await screen.findByText('操作过于频繁，请稍后再试')).toBeTruthy();
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
  });

  it('says what comes while there is no event yet', async () => {
    open({ [`GET ${address}`]: () => ({ ...moving, status: '1001', statusLabel: '待揽收', tracks: [] }) });
    expect(await screen.findByText('还没有物流信息')).toBeTruthy();
    await waitFor(() => expect(screen.getByText('待揽收')).toBeTruthy());
  });
});
