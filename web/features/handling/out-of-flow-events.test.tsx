import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { copies } from '#contract/copies.ts';
import { currentHandlers, type WaitingHandlers } from '#contract/current-handlers.ts';
import { handling } from '#contract/handling.ts';
import { organisations } from '#contract/organisations.ts';
import type { OrderOffer } from '#contract/work-orders.ts';
import { UrgeDialog } from '#web/features/urge/UrgeDialog.tsx';
import { formContextValue } from '#web/toolkit/open-forms/form-context-value.ts';
import { noForms } from '#web/toolkit/open-forms/handled-forms.ts';
import { buildOrderPage } from '../work-orders/test-order.ts';
import { answerCalls, refuseWith, renderPart } from '../work-orders/test-screen.tsx';
import { CopyDialog } from './CopyDialog.tsx';
import { HandlerBar } from './HandlerBar.tsx';

/** 催办 and 抄送 (S1 §5): actions that move no task. */

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const order = { id: '018f0000-0000-7000-8000-000000000000', code: '2026000001', title: '路灯不亮' };
const result = {
  workorderId: order.id,
  workorderCode: order.code,
  status: 2,
  statusLabel: '办理中',
  message: '',
  nextNodeNames: [],
  workorderDocs: [],
};
const lastOf = (elements: HTMLElement[]) => elements.at(-1) as HTMLElement;
const dialog = () => screen.getAllByRole('dialog')[0] as HTMLElement;
const mainButton = (name: RegExp) => within(dialog()).getByRole('button', { name });
async function confirm(name: RegExp) {
  await waitFor(() => expect(mainButton(name)).toHaveProperty('disabled', false));
  fireEvent.click(mainButton(name));
}

describe('urge dialog', () => {
  const person = (key: string, name: string) => ({ key, name, orgName: '信访局', positionNames: '收件岗' });
  const waiting: WaitingHandlers = {
    traceId: `${order.id}.2`,
    flowNodeId: 'receive',
    flowNodeName: '收件',
    startTime: '2026-03-02T02:00:00.000Z',
    due: { dueAt: null, provisional: false, light: 'none', text: '' },
    candidates: [{ candidateCode: 'group:receivers', candidateName: '收件组' }],
    handlers: [person('staff:1', '刘洋'), person('staff:2', '李娜')],
    handlerCount: 2,
    substitutes: [],
  };

  function open(
    channels: readonly string[],
    answer: () => unknown,
    earlier: object = { lastUrgedAt: null, urgeableFrom: null },
  ) {
    const calls = answerCalls({
      [`GET ${currentHandlers.ofOrder.path}`]: () => ({ rows: [waiting], channels, ...earlier }),
      [`POST ${handling.handle.path}`]: answer,
    });
    const onDone = vi.fn();
    renderPart(<UrgeDialog order={order} onDone={onDone} onClose={() => undefined} />);
    const urgeBodies = () =>
      calls
        .filter(({ path }) => path === handling.handle.path)
        .map(({ body }) => body as Record<string, object>);
    return { onDone, urged: urgeBodies };
  }

  it('selects all current handlers of the order and all channels by default, and sends what remains selected', async () => {
    const { onDone, urged: urgeBodies } = open(['20', '10', '7'], () => ({ ...result, message: '催办成功' }));
    fireEvent.click(await screen.findByLabelText(/李娜/));
    fireEvent.click(screen.getByLabelText('政务即时通讯'));
    fireEvent.change(screen.getByLabelText(/催办内容/), { target: { value: '群众多次询问' } });
    await confirm(/确认催办/);
    await waitFor(() => expect(onDone).toHaveBeenCalled());
    expect(urgeBodies()).toEqual([
      {
        workorderId: order.id,
        handlerOperation: '7',
        workorderRemindInputVo: {
          title: '请尽快办理：路灯不亮',
          content: `您有一件待办（办件流水号：${order.code}），请及时查阅处理。`,
          reason: '群众多次询问',
          receivers: ['staff:1'],
          channelType: ['20', '10'],
          fileList: [],
        },
      },
    ]);
  });

  it('says beforehand when the order was urged, and offers no confirmation before it may be urged again', async () => {
    const lastUrgedAt = '2026-03-02T02:00:00.000Z';
    open(['20'], () => result, { lastUrgedAt, urgeableFrom: '2026-03-02T06:00:00.000Z' });
    await screen.findByText('该件已于 2026-03-02 10:00 催办，2026-03-02 14:00 之后可以再次催办。');
    expect(mainButton(/确认催办/)).toHaveProperty('disabled', true);
    cleanup();
    open(['20'], () => result, { lastUrgedAt, urgeableFrom: null });
    await screen.findByText('上次催办：2026-03-02 10:00');
    expect(mainButton(/确认催办/)).toHaveProperty('disabled', false);
  });

  it('offers the confirmation when the time has passed in which the order may not be urged again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-03-02T05:30:00.000Z') });
    const earlier: { lastUrgedAt: string; urgeableFrom: string | null } = {
      lastUrgedAt: '2026-03-02T02:00:00.000Z',
      urgeableFrom: '2026-03-02T06:00:00.000Z',
    };
    open(['20'], () => result, earlier);
    await screen.findByText(/2026-03-02 14:00 之后可以再次催办。/);
    earlier.urgeableFrom = null;
    await vi.advanceTimersByTimeAsync(25 * 60_000);
    expect(mainButton(/确认催办/)).toHaveProperty('disabled', true);
    await vi.advanceTimersByTimeAsync(6 * 60_000);
    await screen.findByText('上次催办：2026-03-02 10:00');
    expect(mainButton(/确认催办/)).toHaveProperty('disabled', false);
  });

  it('focuses the reason first; the default message is folded, and opens when it has a problem', async () => {
    open(['20'], () =>
      refuseWith(40001, '请检查', [
        { field: 'workorderRemindInputVo.title', message: '消息标题不能为空' },
        { field: 'workorderRemindInputVo.reason', message: '处理意见不能为空' },
      ]),
    );
    await screen.findByLabelText(/刘洋/);
    const reason = screen.getByLabelText(/催办内容/);
    await waitFor(() => expect(document.activeElement).toBe(reason));
    const message = screen.getByText(/^消息标题和内容/).closest('details');
    expect(message?.open).toBe(false);
    expect(message?.contains(reason)).toBe(false);
    await confirm(/确认催办/);
    await screen.findByText('消息标题不能为空');
    expect(message?.open).toBe(true);
  });

  it('offers only the channels that the office has set up', async () => {
    open(['20'], () => result);
    expect(await screen.findByLabelText('站内消息')).toHaveProperty('checked', true);
    expect(screen.queryByLabelText('短信')).toBeNull();
    expect(screen.queryByText(/个人设置中开启/)).toBeNull();
  });

  it('sends its files, and keeps them when the urge is refused', async () => {
    vi.spyOn(formContextValue, 'uploadFile').mockImplementation(async ({ name, size }) => ({
      id: 'file-1',
      name,
      size,
    }));
    let isRefused = true;
    const { onDone, urged: urgeBodies } = open(['20'], () =>
      isRefused ? refuseWith(40940, '该办件已催办，稍后可以再次催办') : result,
    );
    await screen.findByLabelText(/刘洋/);
    const fileInput = lastOf(screen.getAllByTestId('chooser-attachments')) as HTMLInputElement;
    fireEvent.change(fileInput, {
      target: { files: [new File(['x'], '来访记录.pdf', { type: 'application/pdf' })] },
    });
    expect(await screen.findByText('附件 1 / 10')).toBeTruthy();
    await confirm(/确认催办/);
    expect((await screen.findAllByText(/该办件已催办/)).length).toBeGreaterThan(0);
    expect(screen.getByText('附件 1 / 10')).toBeTruthy();
    isRefused = false;
    await confirm(/确认催办/);
    await waitFor(() => expect(onDone).toHaveBeenCalled());
    expect(urgeBodies().at(-1)?.workorderRemindInputVo).toMatchObject({ fileList: [{ id: 'file-1' }] });
    expect(sessionStorage.length).toBe(0);
  });

  it('shows each problem at its field, and removes it after correction', async () => {
    const problemAt = (field: string, message: string) => ({
      field: `workorderRemindInputVo.${field}`,
      message,
    });
    open(['20'], () =>
      refuseWith(40001, '请检查', [
        problemAt('receivers', '请选择接收人员'),
        problemAt('channelType', '请选择消息渠道'),
        problemAt('reason', '处理意见不能为空'),
        problemAt('fileList', '附件不存在或已失效，请重新上传'),
      ]),
    );
    await screen.findByLabelText(/刘洋/);
    await confirm(/确认催办/);
    for (const message of [
      '请选择接收人员',
      '请选择消息渠道',
      '处理意见不能为空',
      '附件不存在或已失效，请重新上传',
    ]) {
      expect(await screen.findByText(message)).toBeTruthy();
    }
    fireEvent.change(screen.getByLabelText(/催办内容/), { target: { value: '催' } });
    await waitFor(() => expect(screen.queryByText('处理意见不能为空')).toBeNull());
    expect(screen.getByText('请选择消息渠道')).toBeTruthy();
  });
});

describe('copy dialog', () => {
  const offer: OrderOffer = {
    action: 'copy',
    name: '抄送',
    reason: 'optional',
    whyNot: '',
    about: [{ traceId: `${order.id}.2`, nodeName: '收件', question: '接收人可以查阅办件，不能办理。' }],
  };

  function open(answer: () => unknown) {
    const staff = (id: string, name: string) => ({
      id,
      name,
      pinyin: '',
      account: id,
      title: '',
      orgName: '住建局',
      departmentName: null,
      open: 0,
      overdue: 0,
      fault: null,
    });
    const calls = answerCalls({
      [`GET ${organisations.pickStaff.path}`]: () => ({
        rows: [staff('1', '朱红'), staff('2', '曹慧')],
        total: 2,
        barred: 0,
      }),
      [`GET ${organisations.pickOrganisations.path}`]: () => ({ rows: [], departmentId: null }),
      [`POST ${copies.copy.path}`]: answer,
    });
    const onDone = vi.fn();
    renderPart(<CopyDialog offer={offer} order={order} onDone={onDone} onClose={() => undefined} />);
    return {
      onDone,
      copied: () => calls.filter(({ path }) => path === copies.copy.path).map(({ body }) => body),
    };
  }

  async function pick(...names: string[]) {
    fireEvent.click(screen.getByRole('button', { name: /^抄送对象：/ }));
    for (const name of names)
      fireEvent.click(lastOf(await screen.findAllByRole('option', { name: new RegExp(name) })));
    fireEvent.click(lastOf(screen.getAllByRole('button', { name: /^确认选择/ })));
    await waitFor(() =>
      expect(screen.getByRole('list', { name: '已选抄送对象', hidden: true })).toBeTruthy(),
    );
  }

  it('requires a recipient, and sends nothing without one', async () => {
    const { copied: copyBodies } = open(() => result);
    await confirm(/确认抄送/);
    expect(await screen.findByText('请配置抄送人')).toBeTruthy();
    expect(copyBodies()).toEqual([]);
  });

  it('sends the remaining recipients and the note', async () => {
    const { copied: copyBodies, onDone } = open(() => ({ ...result, message: '抄送成功' }));
    await pick('朱红', '曹慧');
    fireEvent.click(within(dialog()).getByRole('button', { name: '去掉曹慧', hidden: true }));
    fireEvent.change(screen.getByLabelText(/抄送说明/), { target: { value: '请知悉' } });
    await waitFor(() =>
      expect(within(dialog()).getByRole('button', { name: /确认抄送/, hidden: true })).toHaveProperty(
        'disabled',
        false,
      ),
    );
    fireEvent.click(within(dialog()).getByRole('button', { name: /确认抄送/, hidden: true }));
    await waitFor(() => expect(onDone).toHaveBeenCalled());
    expect(copyBodies()).toEqual([{ traceId: `${order.id}.2`, receivers: ['staff:1'], reason: '请知悉' }]);
  });

  it('shows the server’s problem at its field', async () => {
    open(() =>
      refuseWith(40001, '请检查', [{ field: 'receivers', message: '“朱红”没有查阅办件的权限，不能抄送' }]),
    );
    await pick('朱红');
    fireEvent.click(within(dialog()).getByRole('button', { name: /确认抄送/, hidden: true }));
    expect(await screen.findByText('“朱红”没有查阅办件的权限，不能抄送')).toBeTruthy();
  });
});

describe('bar of a handled task', () => {
  it('shows the buttons of the definition beside 撤回 under their own names, and each works (S1 §6, opType 2)', async () => {
    const calls = answerCalls({ [`POST ${copies.copy.path}`]: () => ({ ...result, message: '抄送成功' }) });
    const about = { traceId: `${order.id}.2`, nodeName: '收件', question: '抄送后，办件停留在当前环节。' };
    const offers: OrderOffer[] = [
      { action: 'withdraw', name: '撤回', reason: 'optional', about: [about], whyNot: '' },
      { action: 'copy', name: '送阅', reason: 'optional', about: [about], whyNot: '' },
      {
        action: 'urge',
        name: '催一催',
        reason: 'required',
        about: [{ ...about, traceId: null }],
        whyNot: '',
      },
    ];
    renderPart(
      <HandlerBar
        UrgeDialog={UrgeDialog}
        RecordDialog={() => null}
        page={{ ...buildOrderPage(), task: null, offers }}
        forms={noForms}
        onReload={vi.fn()}
        onLeave={vi.fn()}
        commonOpinions={{ Chips: () => null, Popover: () => null }}
      />,
    );
    const bar = within(screen.getByRole('region', { name: '办理' }));
    expect(bar.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      '撤回',
      '送阅',
      '催一催',
    ]);
    fireEvent.click(bar.getByRole('button', { name: '送阅' }));
    await confirm(/确认送阅/);
    expect(await within(dialog()).findByText('请配置抄送人')).toBeTruthy();
    expect(calls.filter(({ path }) => path === copies.copy.path)).toEqual([]);
  });
});
