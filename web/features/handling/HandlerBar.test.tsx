import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { handling } from '#contract/handling.ts';
import { organisations } from '#contract/organisations.ts';
import { workOrders } from '#contract/work-orders.ts';
import { refusalRow } from '#domain/refusals/refusals.ts';
import { type HandledForms, noForms } from '#web/toolkit/open-forms/handled-forms.ts';
import { CommonOpinionPopover } from '../opinions/CommonOpinionPopover.tsx';
import { OpinionChips } from '../opinions/OpinionChips.tsx';
import { UrgeDialog } from '../urge/UrgeDialog.tsx';
import { buildButton, buildMyTask, buildOrderPage, taskTraceId } from '../work-orders/test-order.ts';
import { buildNextNode, buildOutcome, endingOutcome, previewing } from '../work-orders/test-outcome.ts';
import { type Answers, answerCalls, refuseWith, renderPart } from '../work-orders/test-screen.tsx';
import { HandlerBar, hasHandlerBar } from './HandlerBar.tsx';
import styles from './handling.module.css';

const handle = `POST ${handling.handle.path}`;
const nextNodes = previewing(buildOutcome());
const handleResult = {
  workorderId: buildOrderPage().order.id,
  workorderCode: '2026000123',
  status: 23,
  statusLabel: '待审批',
  message: '该环节已“受理”，办件流水号：2026000123',
  nextNodeNames: ['领导批示'],
  workorderDocs: [],
};

function openBar(answers: Answers = {}, page = buildMyTask(), forms = noForms) {
  const calls = answerCalls(answers);
  const [onLeave, onReload] = [vi.fn(), vi.fn()];
  const bar = (
    <HandlerBar
      UrgeDialog={UrgeDialog}
      RecordDialog={() => null}
      page={page}
      forms={forms}
      onReload={onReload}
      onLeave={onLeave}
      commonOpinions={{ Chips: OpinionChips, Popover: CommonOpinionPopover }}
    />
  );
  const view = renderPart(bar);
  const handleRequests = () => calls.filter((call) => call.path === handling.handle.path);
  return { calls, handled: handleRequests, onLeave, onReload, view };
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const writeOpinion = (text: string) =>
  fireEvent.change(screen.getByLabelText(/处理意见/), { target: { value: text } });
const dialog = () => screen.findByRole('dialog');

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe('handler bar', () => {
  it('accepts an opinion of 500 characters and refuses a longer one without cutting it', async () => {
    openBar(nextNodes);
    writeOpinion('𠮷'.repeat(500));
    expect(screen.getByText('500 / 500').className).not.toContain(styles.opinionCountOver);
    writeOpinion('𠮷'.repeat(501));
    expect(screen.getByText('501 / 500').className).toContain(styles.opinionCountOver);
    press('受理');
    const openDialogElement = await dialog();
    expect(within(openDialogElement).getByText('【处理意见】不能超过500个字符')).toBeTruthy();
    expect(within(openDialogElement).getByLabelText(/处理意见/)).toHaveProperty('value', '𠮷'.repeat(501));
  });

  it('shows where the order goes, sends once for two clicks, and shows the exact result', async () => {
    let answer: (data: unknown) => void = () => undefined;
    const { handled: handleRequests, onLeave } = openBar({
      ...nextNodes,
      [handle]: () => new Promise((resolve) => (answer = resolve)),
    });
    writeOpinion('  同意受理  ');
    press('受理');
    await screen.findByText('领导批示');
    const confirm = screen.getByRole('button', { name: '确认受理' });
    expect(document.activeElement).toBe(confirm);
    fireEvent.click(confirm);
    fireEvent.click(confirm);
    await waitFor(() => expect(handleRequests()).toHaveLength(1));
    expect(handleRequests()[0]?.body).toMatchObject({
      workorderTraceId: taskTraceId,
      handlerOperation: '1',
      buttonId: 'button-1',
      handlerOpinion: '同意受理',
    });
    expect(handleRequests()[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
    answer(handleResult);
    expect(await screen.findByText('该环节已“受理”，办件流水号：2026000123')).toBeTruthy();
    expect(sessionStorage.length).toBe(0);
    press('关闭');
    press('返回列表页');
    expect(onLeave).toHaveBeenCalledTimes(2);
  });

  it('shows that another handler was first, and keeps the typed opinion', async () => {
    const { onReload } = openBar({
      ...nextNodes,
      [handle]: () => refuseWith(refusalRow.taskAlreadyHandled.errcode, '该环节已被办理'),
    });
    writeOpinion('同意');
    press('受理');
    await screen.findByText('领导批示');
    press('确认受理');
    expect(await screen.findByText('该环节已被办理')).toBeTruthy();
    press('查看最新进展');
    expect(onReload).toHaveBeenCalled();
    expect(sessionStorage.getItem(`serviceportal.opinion..${taskTraceId}`)).toBe('同意');
  });

  it('keeps the opinion of a task while the user is on another page', () => {
    const firstBar = openBar();
    writeOpinion('先核实再受理');
    firstBar.view.unmount();
    openBar();
    expect(screen.getByDisplayValue('先核实再受理')).toBeTruthy();
  });

  it('keeps the named handlers when the server refuses the action, and shows the refusal above', async () => {
    const problems = [{ field: 'nextHandlers.lead', message: '不能指定自己为处理人' }];
    const forwardPage = buildMyTask();
    forwardPage.task?.buttons.push(buildButton('9', '转交', 9));
    const { handled: handleRequests } = openBar(
      {
        ...previewing(null, [
          buildNextNode('lead', '领导批示', 'candidates', [{ key: 'staff:1', name: '周敏' }]),
        ]),
        [handle]: () => refuseWith(400, '请检查并完善以下信息', problems),
      },
      forwardPage,
    );
    writeOpinion('请领导阅示');
    press('转交');
    fireEvent.mouseDown(await screen.findByRole('combobox', { name: /领导批示/ }));
    const elements = await screen.findAllByText('周敏');
    const option = elements.find((each) => each.closest('.ant-select-item'));
    if (option) fireEvent.click(option);
    press('确认转交');
    await screen.findByText('不能指定自己为处理人');
    press('去完善');
    await waitFor(() => expect(screen.queryByText('不能指定自己为处理人')).toBeNull());
    // The loading icon of the first attempt is removed from the button with a delay.
    fireEvent.click(screen.getByRole('button', { name: /确认转交$/ }));
    await waitFor(() => expect(handleRequests()).toHaveLength(2));
    expect(handleRequests()[1]?.body).toMatchObject({
      procInsNodeUserReqModel: [{ flowNodeId: 'lead', candidates: ['staff:1'] }],
    });
  });

  it('does not move the cursor again when the user has already moved it after 去完善', async () => {
    const go = vi.fn();
    const problems = [{ field: 'registry.conclusion', message: '结论不能为空' }];
    openBar(
      { ...nextNodes, [handle]: () => refuseWith(40014, '【表单信息】正确填写所有表单', problems) },
      buildMyTask(),
      { ...noForms, showProblems: () => [{ text: '登记表：结论不能为空', go }] },
    );
    writeOpinion('同意');
    press('受理');
    await screen.findByText('领导批示');
    press('确认受理');
    await screen.findByText('登记表：结论不能为空');
    vi.useFakeTimers();
    try {
      press('去完善');
      screen.getByLabelText(/处理意见/).focus();
      vi.advanceTimersByTime(1000);
    } finally {
      vi.useRealTimers();
    }
    expect(go).not.toHaveBeenCalled();
  });

  it('asks for confirmation before an action ends the order', async () => {
    const { handled: handleRequests } = openBar({
      ...previewing(endingOutcome),
      [handle]: () => ({ ...handleResult, message: '该环节已“终止”，办件流水号：2026000123' }),
    });
    writeOpinion('重复来信');
    press('终止');
    expect(await screen.findByText('流程结束，不能恢复')).toBeTruthy();
    // The status of a terminated order has the specification's name, which alone reads like a return.
    expect(screen.getByText('本件终止，办理状态记为“退回办结”')).toBeTruthy();
    // The harmless button has the focus, and nothing is sent before the second confirmation.
    expect(document.activeElement?.textContent).toBe('取消');
    expect(screen.getByRole('button', { name: '确认终止' })).toHaveProperty('disabled', true);
    fireEvent.click(screen.getByRole('checkbox', { name: '我已核对，确认结束 2026000123' }));
    expect(handleRequests()).toHaveLength(0);
    press('确认终止');
    expect(await screen.findByText('该环节已“终止”，办件流水号：2026000123')).toBeTruthy();
  });

  it('sends a reversible action without required input at one press, and offers 撤回', async () => {
    const button = { ...buildButton('1', '确认收件', 1), needsOpinion: false };
    const page = buildMyTask();
    page.task?.buttons.splice(0, 9, button);
    const { handled: handleRequests, onReload } = openBar(
      {
        ...nextNodes,
        [handle]: () => handleResult,
        'GET /workorder/workorders/2026000123/withdraw/check': () => ({
          flag: true,
          withdrawTraceId: taskTraceId,
        }),
        'POST /workorder/workorders/2026000123/withdraw': () => ({ ...handleResult, message: '撤回成功' }),
      },
      page,
    );
    press('确认收件');
    await waitFor(() => expect(handleRequests()).toHaveLength(1));
    fireEvent.click(await screen.findByRole('button', { name: /撤回$/ }));
    await waitFor(() => expect(onReload).toHaveBeenCalled());
  });

  it('asks for confirmation when the action cannot be undone', async () => {
    const button = { ...buildButton('1', '办结归档', 1), needsOpinion: false };
    const page = buildMyTask();
    page.task?.buttons.splice(0, 9, button);
    const { handled: handleRequests } = openBar(previewing(endingOutcome), page);
    press('办结归档');
    expect(await screen.findByText('流程结束，不能恢复')).toBeTruthy();
    expect(handleRequests()).toHaveLength(0);
  });

  it('names the next order by its limit, and opens it', async () => {
    const row = {
      ...buildOrderPage().order,
      code: '2026000077',
      traceId: 'other.2',
      title: '路灯不亮',
      nodeName: '收件',
    };
    const { view } = openBar({
      ...nextNodes,
      [handle]: () => handleResult,
      [`GET ${workOrders.todoPage.path}`]: () => ({ rows: [row], total: 18 }),
    });
    writeOpinion('同意');
    press('受理');
    await screen.findByText('领导批示');
    press('确认受理');
    expect(await screen.findByText(/2026000077/)).toBeTruthy();
    press('办理下一件');
    await waitFor(() => expect(view.router.state.location.pathname).toBe('/affair/detail/2026000077'));
  });

  it('sets the field linked to the button, shows this, and can undo it', async () => {
    const withdrawAction = vi.fn();
    const change = {
      formName: '登记表',
      title: '受理结论',
      from: '予以受理',
      to: '不予受理',
      undo: withdrawAction,
    };
    const forms: HandledForms = { ...noForms, applyBindings: () => [change] };
    openBar(nextNodes, buildMyTask(), forms);
    writeOpinion('同意');
    press('受理');
    expect(await screen.findByText(/表单的受理结论已随按钮改为“不予受理”，原为“予以受理”/)).toBeTruthy();
    press('改回予以受理');
    expect(withdrawAction).toHaveBeenCalled();
  });

  it('marks the server’s problem at its field, and links to it', async () => {
    const go = vi.fn();
    const problems = [{ field: 'registry.conclusion', message: '结论不能为空' }];
    const take = vi.fn((elements: readonly { message: string }[]) =>
      elements.map(({ message }) => ({ text: `登记表：${message}`, go })),
    );
    openBar(
      { ...nextNodes, [handle]: () => refuseWith(40014, '【表单信息】正确填写所有表单', problems) },
      buildMyTask(),
      { ...noForms, showProblems: take },
    );
    writeOpinion('同意');
    press('受理');
    await screen.findByText('领导批示');
    press('确认受理');
    const openDialogElement = await screen.findByRole('dialog', { name: '确认受理失败' });
    expect(within(openDialogElement).getByText('请检查并完善以下信息')).toBeTruthy();
    expect(within(openDialogElement).getByText('【表单信息】正确填写所有表单')).toBeTruthy();
    expect(within(openDialogElement).getByText('登记表：结论不能为空')).toBeTruthy();
    press('去完善');
    await waitFor(() => expect(go).toHaveBeenCalled());
    expect(take).toHaveBeenCalledWith(problems);
  });

  it('shows the single button 提交 after a return, and sends it as action 14', async () => {
    const start = { traceId: taskTraceId, nodeId: 'start', nodeName: '发起', opinionRequired: false };
    const page = buildMyTask({
      task: { ...start, buttons: [buildButton('14', '提交', 1)], staged: null, askedBy: null, standsFor: '' },
    });
    const { handled: handleRequests } = openBar({ ...nextNodes, [handle]: () => handleResult }, page);
    press('提交');
    await screen.findByText('领导批示');
    press('确认提交');
    await waitFor(() => expect(handleRequests()[0]?.body).toMatchObject({ handlerOperation: '14' }));
  });

  it('offers recall to the initiator, asks for confirmation, and leaves the page', async () => {
    const about = [{ traceId: null, nodeName: '', question: '确认撤回办件 2026000123 吗？' }];
    const page = buildOrderPage({
      offers: [{ action: 'recall', name: '撤回办件', reason: 'none', about, whyNot: '' }],
    });
    expect(hasHandlerBar(page)).toBe(true);
    const { onLeave } = openBar(
      { 'POST /workorder/workorders/2026000123/recall': () => ({ ...handleResult, message: '撤回成功' }) },
      page,
    );
    press('撤回办件');
    expect((await dialog()).textContent).toContain('确认撤回办件 2026000123 吗？');
    press('确认撤回办件');
    await waitFor(() => expect(onLeave).toHaveBeenCalled());
    expect(await screen.findByText('撤回成功')).toBeTruthy();
  });

  describe('offer 改派', () => {
    const about = [
      { traceId: taskTraceId, nodeName: '主办单位承办', question: '“主办单位承办”由新的处理人办理。' },
      { traceId: 'other.4', nodeName: '协办单位承办', question: '“协办单位承办”由新的处理人办理。' },
    ];
    const page = buildOrderPage({
      offers: [{ action: 'reassign', name: '改派', reason: 'required', about, whyNot: '' }],
    });
    const staff = {
      id: 'staff-zhaomin',
      name: '赵敏',
      account: 'zhaomin',
      pinyin: 'zhao min',
      orgName: '淳安县信访局',
      departmentName: null,
      title: '',
      open: 2,
      overdue: 0,
      fault: null,
    };
    const path = `POST ${handling.reassign.path}`;
    const staffAnswers = {
      [`GET ${organisations.pickStaff.path}`]: () => ({ rows: [staff], total: 1, barred: 0 }),
      [`GET ${organisations.pickOrganisations.path}`]: () => ({ rows: [], departmentId: null }),
    };
    const fill = async () => {
      press('改派');
      fireEvent.click(await screen.findByRole('radio', { name: '协办单位承办' }));
      press('改派人员：选择改派人员');
      fireEvent.click(await screen.findByRole('option', { name: /赵敏/ }));
      press('确认选择 1 项');
      fireEvent.change(await screen.findByLabelText('改派原因'), { target: { value: '原经办人休假 ' } });
    };

    it('asks for task, receiver and reason, and sends once', async () => {
      const { calls, onReload } = openBar(
        { ...staffAnswers, [path]: () => ({ ...handleResult, message: '改派成功' }) },
        page,
      );
      await fill();
      expect(screen.getByText('“协办单位承办”由新的处理人办理。')).toBeTruthy();
      press('确认改派');
      expect(await screen.findByText('改派成功')).toBeTruthy();
      await waitFor(() => expect(onReload).toHaveBeenCalled());
      expect(calls.filter((call) => call.path === handling.reassign.path).map(({ body }) => body)).toEqual([
        { traceId: 'other.4', candidate: 'staff:staff-zhaomin', reason: '原经办人休假' },
      ]);
    });

    it('shows at each field what is missing, and sends nothing', async () => {
      const { calls } = openBar({}, page);
      press('改派');
      await dialog();
      press('确认改派');
      expect(await screen.findByText('请选择改派人员')).toBeTruthy();
      expect(screen.getByText('请填写改派原因')).toBeTruthy();
      fireEvent.change(screen.getByLabelText('改派原因'), { target: { value: '出差' } });
      await waitFor(() => expect(screen.queryByText('请填写改派原因')).toBeNull());
      expect(screen.getByText('请选择改派人员')).toBeTruthy();
      expect(calls.filter((call) => call.path === handling.reassign.path)).toEqual([]);
    });

    it('shows the server’s problem at the field', async () => {
      const problems = [{ field: 'candidate', message: '只能改派给本单位人员' }];
      openBar({ ...staffAnswers, [path]: () => refuseWith(400, '请检查并完善以下信息', problems) }, page);
      await fill();
      press('确认改派');
      expect(await screen.findByText('只能改派给本单位人员')).toBeTruthy();
    });
  });

  it('is absent for a reader without actions', () => {
    expect(hasHandlerBar(buildOrderPage())).toBe(false);
  });
});
