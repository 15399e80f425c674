import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { askingOthers } from '#contract/asking-others.ts';
import { handling } from '#contract/handling.ts';
import { organisations } from '#contract/organisations.ts';
import type { PanelView, SeatRow } from '#contract/panels.ts';
import { buildButton, buildOrderPage, taskTraceId } from '../work-orders/test-order.ts';
import { buildDialog, buildOutcome, previewing } from '../work-orders/test-outcome.ts';
import { type Answers, answerCalls, refuseWith, renderPart } from '../work-orders/test-screen.tsx';
import { AddSignersDialog } from './AddSignersDialog.tsx';
import { DelegateDialog } from './DelegateDialog.tsx';
import { PanelOffer } from './PanelOffer.tsx';
import { ReturnToHandlerDialog } from './ReturnToHandlerDialog.tsx';

afterEach(() => vi.unstubAllGlobals());

const person = (id: string, name: string, pinyin: string) => ({
  id,
  name,
  pinyin,
  account: id,
  title: '',
  orgName: '住建局',
  departmentName: null,
  open: 0,
  overdue: 0,
  fault: null,
});
const office: Answers = {
  [`GET ${organisations.pickStaff.path}`]: () => ({
    rows: [person('1', '朱红', 'zhu hong'), person('2', '曹慧', 'cao hui')],
    total: 2,
    barred: 0,
  }),
  [`GET ${organisations.pickOrganisations.path}`]: () => ({ rows: [], departmentId: null }),
};
const lastOf = (elements: HTMLElement[]) => elements.at(-1) as HTMLElement;
// In tests all dialogs have the same title id.
const dialog = () => screen.getAllByRole('dialog')[0] as HTMLElement;
const confirm = () =>
  fireEvent.click(lastOf(within(dialog()).getAllByRole('button', { name: /确认(?!选择)/, hidden: true })));

async function pick(buttonName: RegExp, ...names: string[]) {
  fireEvent.click(lastOf(screen.getAllByRole('button', { name: buttonName })));
  for (const name of names)
    fireEvent.click(lastOf(await screen.findAllByRole('option', { name: new RegExp(name) })));
  fireEvent.click(lastOf(screen.getAllByRole('button', { name: /^确认选择/ })));
  await waitFor(() =>
    expect(within(dialog()).getAllByText(new RegExp(names[0] ?? '')).length).toBeGreaterThan(0),
  );
}

describe('add-signer dialog', () => {
  function open() {
    answerCalls({ ...previewing(buildOutcome()), ...office });
    const onSubmit = vi.fn();
    const props = buildDialog(buildButton('add-signer', '加签', 1));
    renderPart(<AddSignersDialog {...props} submitting={false} onSubmit={onSubmit} />);
    return onSubmit;
  }

  it('requires a signer', async () => {
    const onSubmit = open();
    await waitFor(() =>
      expect(within(dialog()).getByRole('button', { name: /^确认加签/ })).toHaveProperty('disabled', false),
    );
    confirm();
    expect(await screen.findByText('请选择加签人员')).toBeTruthy();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('labels both choices and marks the signers as required', () => {
    open();
    expect(screen.getByText('加签位置').nextElementSibling).toBe(screen.getByLabelText('加签位置'));
    expect(screen.getByText('加签顺序').nextElementSibling).toBe(screen.getByLabelText('加签顺序'));
    expect(screen.getByText('加签人员').textContent).toBe('*加签人员');
  });

  it('sends several signers in their order, before or after the user’s own work', async () => {
    const onSubmit = open();
    await pick(/^选择加签人员$/, '朱红', '曹慧');
    fireEvent.click(screen.getByLabelText('依次'));
    fireEvent.click(screen.getByRole('button', { name: '曹慧前移' }));
    fireEvent.click(screen.getByLabelText('我办理之后'));
    await waitFor(() =>
      expect(within(dialog()).getByRole('button', { name: '确认加签（2 席）' })).toHaveProperty(
        'disabled',
        false,
      ),
    );
    confirm();
    expect(onSubmit).toHaveBeenCalledWith({
      countersignList: [
        expect.objectContaining({ assignHandlerId: 'staff:2', assignHandlerSort: 1 }),
        expect.objectContaining({ assignHandlerId: 'staff:1', assignHandlerSort: 2 }),
      ],
      countersignHandlerType: '2',
      signerPlace: 'after',
    });
  });
});

describe('delegate dialog', () => {
  function open() {
    answerCalls({ ...previewing(buildOutcome()), ...office });
    const onSubmit = vi.fn();
    const props = buildDialog(buildButton('delegate', '委派', 1));
    renderPart(<DelegateDialog {...props} submitting={false} onSubmit={onSubmit} />);
    return onSubmit;
  }

  it('requires one handler (S1 §5)', async () => {
    const onSubmit = open();
    await waitFor(() =>
      expect(within(dialog()).getByRole('button', { name: /^确认委派/ })).toHaveProperty('disabled', false),
    );
    confirm();
    expect(await screen.findByText('请选择受托人')).toBeTruthy();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('offers only people', async () => {
    open();
    fireEvent.click(screen.getByRole('button', { name: /^受托人/ }));
    expect((await screen.findAllByRole('tab')).map(({ textContent }) => textContent)).toEqual(['个人']);
  });

  it('sends the handler, and whether the task comes back', async () => {
    const onSubmit = open();
    expect(screen.getByText('委派后，本件移出您的待办')).toBeTruthy();
    await pick(/^受托人/, '朱红');
    fireEvent.click(screen.getByLabelText(/受托人提出意见后/));
    expect(screen.getByText('委派后，本件移出您的待办；受托人提出意见后，再回到您的待办')).toBeTruthy();
    await waitFor(() =>
      expect(within(dialog()).getByRole('button', { name: /^确认委派/ })).toHaveProperty('disabled', false),
    );
    confirm();
    expect(onSubmit).toHaveBeenCalledWith({
      countersignList: [expect.objectContaining({ assignHandlerId: 'staff:1', handlerType: '1' })],
      delegateReturns: true,
    });
  });
});

describe('dialog of return to handler', () => {
  const at = '2026-11-20T02:00:00.000Z';
  const earlierHandlers = (...names: string[]) => ({
    [`GET ${askingOthers.earlierHandlers.path}`]: () => ({
      rows: names.map((name) => ({ candidate: `staff:${name}`, name, orgName: '住建局', at })),
    }),
  });
  function open(...names: string[]) {
    answerCalls({ ...previewing(buildOutcome()), ...earlierHandlers(...names) });
    const onSubmit = vi.fn();
    const props = buildDialog(buildButton('return-to-handler', '退回经办人', 1));
    renderPart(<ReturnToHandlerDialog {...props} submitting={false} onSubmit={onSubmit} />);
    return onSubmit;
  }

  it('requires a choice when several people worked here before', async () => {
    const onSubmit = open('朱红', '曹慧');
    await screen.findByLabelText(/曹慧/);
    await waitFor(() =>
      expect(within(dialog()).getByRole('button', { name: /^确认退回经办人/ })).toHaveProperty(
        'disabled',
        false,
      ),
    );
    confirm();
    expect(await screen.findByText('请选择经办人')).toBeTruthy();
    fireEvent.click(screen.getByLabelText(/曹慧/));
    confirm();
    expect(onSubmit).toHaveBeenCalledWith({ candidate: 'staff:曹慧' });
  });

  it('preselects the only handler, and shows 不允许 when there is none', async () => {
    const onSubmit = open('朱红');
    expect(await screen.findByLabelText(/朱红/)).toHaveProperty('checked', true);
    await waitFor(() =>
      expect(within(dialog()).getByRole('button', { name: /^确认退回经办人/ })).toHaveProperty(
        'disabled',
        false,
      ),
    );
    confirm();
    expect(onSubmit).toHaveBeenCalledWith({ candidate: 'staff:朱红' });
    open();
    expect(await screen.findByText('不允许退回经办人')).toBeTruthy();
  });
});

const seat = (index: number, change: Partial<SeatRow> = {}): SeatRow => ({
  id: `${taskTraceId}${index}`,
  panelId: 3,
  seat: index,
  group: index,
  groupName: '',
  groupMemberNames: '',
  handlerType: 1,
  handlerName: ['徐军', '高峰'][index] ?? '',
  handlerOrgName: '住建局',
  handlerResult: null,
  handlerOpinion: '',
  attachments: [],
  isHandled: 1,
  state: 'asked',
  askedAt: null,
  handledAt: null,
  canRemove: true,
  ...change,
});

const panelOf = (change: Partial<PanelView> = {}): PanelView => ({
  id: 3,
  kind: 'countersign',
  traceId: taskTraceId,
  flowNodeName: '受理审查',
  promoterId: 'zhaomin',
  promoterName: '赵敏',
  promoterOrgName: '信访局',
  reason: '请会签',
  attachments: [],
  startedAt: '2026-11-20T02:00:00.000Z',
  sequence: 'any',
  rule: 'all',
  percent: null,
  flowCondition: 1,
  expiry: 'noAnswer',
  limit: null,
  due: { dueAt: null, provisional: false, light: 'none', text: '' },
  outcome: null,
  tally: { seats: 2, handled: 0, passed: 0, failed: 0, noAnswer: 0 },
  seats: [seat(0), seat(1)],
  can: { add: true, remove: true },
  ...change,
});

describe('people asked in an approval round', () => {
  const { order } = buildOrderPage();
  const result = { message: '已办', status: 26, statusLabel: '待会签', nextNodeNames: [], workorderDocs: [] };

  it('are added to a countersign, and a server problem is shown at the person', async () => {
    let isRefused = true;
    const calls = answerCalls({
      ...previewing(buildOutcome()),
      ...office,
      [`POST ${askingOthers.addToCountersign.path}`]: () =>
        isRefused
          ? refuseWith(400, '参数错误', [
              { field: 'countersignList.1', message: '不同组之间人员、部门不可重复' },
            ])
          : result,
    });
    const onReload = vi.fn();
    renderPart(<PanelOffer order={order} panel={panelOf()} onReload={onReload} />);
    fireEvent.click(screen.getByRole('button', { name: '增加会签人' }));
    await screen.findByRole('dialog');
    expect(within(dialog()).getByText(/已请：徐军、高峰/)).toBeTruthy();
    confirm();
    expect(await screen.findByText('请选择会签人员')).toBeTruthy();
    await pick(/^选择会签人员$/, '朱红', '曹慧');
    confirm();
    expect(await screen.findByText('曹慧：不同组之间人员、部门不可重复')).toBeTruthy();
    isRefused = false;
    fireEvent.click(within(dialog()).getByRole('button', { name: '移除曹慧' }));
    fireEvent.change(screen.getByLabelText('增加原因'), { target: { value: ' 还需一家 ' } });
    confirm();
    await waitFor(() => expect(onReload).toHaveBeenCalled());
    expect(calls.findLast(({ path }) => path === askingOthers.addToCountersign.path)?.body).toMatchObject({
      traceId: taskTraceId,
      countersignList: [{ assignHandlerId: 'staff:1', groupName: '' }],
      reason: '还需一家',
    });
  });

  it('are added to groups as a new group, and to signers by a separate call', async () => {
    const calls = answerCalls({
      ...previewing(buildOutcome()),
      ...office,
      [`POST ${askingOthers.addToSigners.path}`]: () => result,
    });
    const groupedPanel = panelOf({
      kind: 'before',
      seats: [seat(0, { groupName: '住建' }), seat(1, { groupName: '信访' })],
    });
    const onReload = vi.fn();
    renderPart(<PanelOffer order={order} panel={groupedPanel} onReload={onReload} />);
    fireEvent.click(screen.getByRole('button', { name: '增加加签人' }));
    await screen.findByRole('dialog');
    await pick(/^选择加签人员$/, '朱红');
    confirm();
    await waitFor(() => expect(onReload).toHaveBeenCalled());
    expect(calls.findLast(({ path }) => path === askingOthers.addToSigners.path)?.body).toMatchObject({
      panelId: 3,
      countersignList: [{ groupName: '第3组' }],
    });
  });

  it('are removed after a confirmation that shows the consequences', async () => {
    const calls = answerCalls({
      ...previewing(buildOutcome()),
      [`POST ${askingOthers.removeSigner.path}`]: () => result,
    });
    const onReload = vi.fn();
    renderPart(<PanelOffer order={order} panel={panelOf()} seat={seat(1)} onReload={onReload} />);
    fireEvent.click(screen.getByRole('button', { name: '减签高峰' }));
    await screen.findByRole('dialog');
    expect(within(dialog()).getByText(/高峰无需再答复，不计入结果/)).toBeTruthy();
    expect(await within(dialog()).findByText('领导批示')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('减签原因'), { target: { value: '出差' } });
    confirm();
    await waitFor(() => expect(onReload).toHaveBeenCalled());
    const preview = calls.find(({ path }) => path === handling.previewAction.path)?.body;
    expect(preview).toMatchObject({ offer: 'removeSigner', panelId: 3, seat: 1 });
    expect(calls.at(-1)?.body).toEqual({ traceId: taskTraceId, panelId: 3, seat: 1, reason: '出差' });
  });

  it('cannot be changed when the server does not offer it', () => {
    answerCalls({});
    const noRights = { add: false, remove: false };
    renderPart(<PanelOffer order={order} panel={panelOf({ can: noRights })} onReload={vi.fn()} />);
    expect(screen.queryByRole('button')).toBeNull();
  });
});
