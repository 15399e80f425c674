import { act, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { menus } from '#contract/menus.ts';
import type { WorkOrderForm } from '#contract/work-order-form.ts';
import { workOrders } from '#contract/work-orders.ts';
import { slots } from '#web/app/composed/DetailScreen.tsx';
import { detailUrl } from '#web/toolkit/page/order-address.ts';
import { OrderDetailPage } from '../OrderDetailPage.tsx';
import { buildMyTask, buildOrderForm, buildOrderPage, buildTrace, taskTraceId } from '../test-order.ts';
import { answerCalls, refuseWith, renderPart } from '../test-screen.tsx';
import { readDetailParameters } from './detail-parameters.ts';
import { OrderDetail } from './OrderDetail.tsx';
import { useOpenTask } from './use-open-task.ts';

const parameters = readDetailParameters(new URLSearchParams());
const screenOf = (fresh: ReturnType<typeof buildOrderPage>) => (
  <OrderDetail
    newestPage={fresh}
    slots={slots}
    parameters={parameters}
    onReload={async () => fresh}
    onSwitchTask={async () => undefined}
    returnPath={{ back: () => undefined }}
    diagram={false}
    onShowDiagram={() => undefined}
  />
);

beforeEach(() => {
  sessionStorage.clear();
  answerCalls({});
});
afterEach(() => vi.unstubAllGlobals());

describe('forms of an order', () => {
  it('are editable for the handler, field by field as the node allows', () => {
    renderPart(screenOf(buildMyTask({ forms: [buildOrderForm()] })));
    expect(screen.getByRole('textbox', { name: /结论/ })).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: /标题/ })).toBeNull();
  });

  it('are read-only for other readers, without hidden fields', () => {
    const form = buildOrderForm({ authority: { subject: 1, conclusion: 0 } });
    renderPart(screenOf(buildOrderPage({ forms: [form] })));
    fireEvent.click(screen.getByRole('tab', { name: '登记表' }));
    expect(screen.queryByRole('textbox', { name: /结论/ })).toBeNull();
    expect(screen.queryByText('结论')).toBeNull();
  });

  it('are shown in three tabs, the rest under 更多', () => {
    const forms = [1, 2, 3, 4, 5].map((n) => buildOrderForm({ formCode: `f${n}`, formName: `表${n}` }));
    renderPart(screenOf(buildOrderPage({ forms })));
    expect(screen.queryByRole('tab', { name: '表4' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: /更多（2）/ }));
    expect(screen.getByRole('tab', { name: '表5' })).toBeTruthy();
  });
});

describe('basic information', () => {
  it('shows the category and the extra fields of the item (S1 §2)', () => {
    const page = buildOrderPage();
    const order = { ...page.order, extFields: [{ label: '来信形式', value: '来信' }] };
    renderPart(screenOf({ ...page, order }));
    fireEvent.click(screen.getByRole('tab', { name: '基本信息' }));
    expect(screen.getByText('事项分类').nextElementSibling?.textContent).toBe('信访服务');
    expect(screen.getByText('来信形式').nextElementSibling?.textContent).toBe('来信');
  });
});

describe('returned order', () => {
  const returnTrace = buildTrace(2, {
    flowNodeName: '预审',
    actName: '退回补正',
    handlerOperation: 2,
    handlerOpinion: '缺少平面图。',
    attachments: [{ id: 'file-1', name: '补正通知.pdf', size: 1 }],
  });
  const original = buildMyTask();
  const page = {
    ...original,
    order: { ...original.order, status: 32 },
    traces: [
      returnTrace,
      buildTrace(3, { handlerStatus: 0, startTime: returnTrace.endTime ?? '', endTime: null }),
    ],
  };

  it('shows its handler who returned it, why, and the files, above the form', () => {
    renderPart(screenOf(page));
    const card = screen.getByRole('region', { name: '办件已退回，请修改后提交' });
    expect(card.textContent).toContain('刘洋');
    expect(card.textContent).toContain('缺少平面图。');
    expect(within(card).getByRole('button', { name: /补正通知/ })).toBeTruthy();
  });

  it('shows nothing of it to other readers', () => {
    renderPart(screenOf({ ...page, task: null, tasks: [] }));
    expect(screen.queryByRole('region', { name: '办件已退回，请修改后提交' })).toBeNull();
  });
});

describe('order that changes while a user works on it', () => {
  it('keeps the typed text, shows a notice, and disables sending from a closed task', () => {
    const original = buildMyTask({ forms: [buildOrderForm()] });
    const changedPage = buildOrderPage({
      forms: [buildOrderForm()],
      order: { ...original.order, version: 4, status: 23, statusLabel: '待审批' },
    });
    const view = renderPart(screenOf(original));
    fireEvent.change(screen.getByRole('textbox', { name: /结论/ }), { target: { value: '予以受理' } });
    view.update(screenOf(changedPage));
    expect(screen.getByText('该办件已有新的进展，当前状态：待审批')).toBeTruthy();
    expect(screen.getByDisplayValue('予以受理')).toBeTruthy();
    expect(screen.getByRole('button', { name: '受理' }).hasAttribute('disabled')).toBe(true);
  });

  it('is updated at once for a user who only reads', () => {
    const { result, rerender } = renderHook(({ fresh }) => useOpenTask(fresh), {
      initialProps: { fresh: buildOrderPage() },
    });
    const newPage = buildOrderPage({ order: { ...buildOrderPage().order, version: 4 } });
    rerender({ fresh: newPage });
    expect(result.current.openTask).toBe(newPage);
    expect(result.current.hasChanged).toBe(false);
  });
});

describe('leaving an order with unsent form values', () => {
  const type = (text: string) =>
    fireEvent.change(screen.getByRole('textbox', { name: /结论/ }), { target: { value: text } });

  it('asks first, and keeps the typed values when the user stays', async () => {
    const { router } = renderPart(screenOf(buildMyTask({ forms: [buildOrderForm()] })));
    type('予以受理');
    await act(() => router.navigate('/done'));
    expect(await screen.findByRole('dialog', { name: '内容尚未提交' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: '留在本页' }));
    expect(screen.getByDisplayValue('予以受理')).toBeTruthy();
    const closeEvent = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(closeEvent);
    expect(closeEvent.defaultPrevented).toBe(true);
    await act(() => router.navigate('/done'));
    fireEvent.click(await screen.findByRole('button', { name: '不提交，离开' }));
    expect(await screen.findByText('另一个页面')).toBeTruthy();
  });

  it('does not ask when nothing is typed or the task is closed', async () => {
    const original = buildMyTask({ forms: [buildOrderForm()] });
    const view = renderPart(screenOf(original));
    const closeEvent = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(closeEvent);
    expect(closeEvent.defaultPrevented).toBe(false);
    type('予以受理');
    view.update(screenOf(buildOrderPage({ forms: [buildOrderForm()] })));
    await act(() => view.router.navigate('/done'));
    expect(await screen.findByText('另一个页面')).toBeTruthy();
  });
});

describe('address of an order that the reader may not see', () => {
  it.each([
    [['/todo'], '返回待办', '/todo'],
    [['/business/audit'], '返回首页', '/'],
  ])('says so and leads to the first screen, with the menu %j', async (urls, name, target) => {
    answerCalls({
      'GET /api/work-orders/2026000123/page': () => refuseWith(404, '未找到对应的数据'),
      [`GET ${menus.userMenus.path}`]: () =>
        urls.map((url) => ({ id: url, code: url, title: url, url, icon: null, children: [] })),
    });
    const { router } = renderPart(<OrderDetailPage slots={slots} />);
    await act(() => router.navigate('/?workorderCode=2026000123'));
    expect(await screen.findByText('没有找到该办件，或您无权查看')).toBeTruthy();
    expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(target);
    expect(screen.queryByRole('button', { name: '重新加载' })).toBeNull();
  });
});

describe('order with two tasks open to the reader', () => {
  const orderId = buildOrderPage().order.id;
  const lead = { traceId: `${orderId}.3`, nodeId: 'lead', nodeName: '主办单位承办', standsFor: '' };
  const assist = { traceId: `${orderId}.4`, nodeId: 'assist', nodeName: '协办单位承办', standsFor: '' };
  const pageOf = (task: typeof lead, authority: WorkOrderForm['authority']) => {
    const page = buildMyTask({ tasks: [lead, assist], forms: [buildOrderForm({ authority })] });
    return { ...page, task: page.task && { ...page.task, ...task } };
  };
  const openAt = (search: string) => {
    answerCalls({
      'GET /api/work-orders/2026000123/page': ({ query }) =>
        query.get('traceId') === assist.traceId
          ? pageOf(assist, { subject: 2, conclusion: 1 })
          : pageOf(lead, { subject: 1, conclusion: 2 }),
    });
    const view = renderPart(<OrderDetailPage slots={slots} />);
    return { ...view, open: () => act(() => view.router.navigate(`/?workorderCode=2026000123${search}`)) };
  };
  const opinion = () => screen.getByLabelText(/^\*?处理意见/);
  const switchTo = (name: string) => fireEvent.click(screen.getByRole('radio', { name }));

  it('switches between the tasks, and keeps the typed values of each', async () => {
    const { open, router } = openAt('');
    await open();
    expect(await screen.findByText('您在本办件有 2 个待办环节')).toBeTruthy();
    fireEvent.change(screen.getByRole('textbox', { name: /结论/ }), { target: { value: '情况属实' } });
    fireEvent.change(opinion(), { target: { value: '由我单位主办' } });

    switchTo('协办单位承办');
    expect(await screen.findByRole('textbox', { name: /标题/ })).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: /结论/ })).toBeNull();
    expect(opinion()).toHaveProperty('value', '');
    expect(router.state.location.search).toContain(`traceId=${assist.traceId}`);

    switchTo('主办单位承办');
    expect(await screen.findByDisplayValue('情况属实')).toBeTruthy();
    expect(opinion()).toHaveProperty('value', '由我单位主办');
  });

  it('is not editable from an outdated cached page', async () => {
    let respond = () => pageOf(lead, { subject: 1, conclusion: 2 });
    answerCalls({ 'GET /api/work-orders/2026000123/page': () => respond() });
    const { router } = renderPart(<OrderDetailPage slots={slots} />);
    const open = () => act(() => router.navigate('/?workorderCode=2026000123'));
    await open();
    expect(await screen.findByRole('textbox', { name: /结论/ })).toBeTruthy();
    await act(() => router.navigate('/done'));
    const { order } = respond();
    respond = () => ({ ...buildOrderPage({ order: { ...order, version: order.version + 1 } }), tasks: [] });
    await open();
    expect(await screen.findByRole('heading', { name: order.title })).toBeTruthy();
    expect(screen.queryByText(/已有新的进展/)).toBeNull();
    expect(screen.queryByRole('textbox', { name: /结论/ })).toBeNull();
  });

  it('asks before leaving while the other task has unsent values', async () => {
    const { open, router } = openAt('');
    await open();
    fireEvent.change(await screen.findByRole('textbox', { name: /结论/ }), { target: { value: '情况属实' } });
    switchTo('协办单位承办');
    await screen.findByRole('textbox', { name: /标题/ });
    await act(() => router.navigate('/done'));
    expect(await screen.findByRole('dialog', { name: '内容尚未提交' })).toBeTruthy();
  });

  it('opens at the task in the address', async () => {
    await openAt(`&traceId=${assist.traceId}`).open();
    expect(await screen.findByRole('radio', { name: '协办单位承办' })).toHaveProperty('checked', true);
    expect(screen.getByRole('heading', { name: '本环节须填写：协办单位承办' })).toBeTruthy();
  });

  it('is read-only when opened from a handled step, until the reader asks for the open task', async () => {
    await openAt(`&traceId=${orderId}.2`).open();
    expect(await screen.findByText(/您在该办件还有待办环节：主办单位承办、协办单位承办/)).toBeTruthy();
    expect(screen.queryByLabelText(/处理意见/)).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: '去办理' }));
    expect(screen.getByRole('radio', { name: '主办单位承办' })).toHaveProperty('checked', true);
    expect(opinion()).toBeTruthy();
  });
});

describe('去办理 next to the title', () => {
  it('focuses the opinion of the open task, at each press', async () => {
    renderPart(screenOf(buildMyTask({ forms: [buildOrderForm()] })));
    for (let press = 1; press <= 2; press += 1) {
      fireEvent.click(screen.getByRole('button', { name: '去办理' }));
      await waitFor(() => expect(document.activeElement?.id).toBe('handler-opinion'));
      act(() => (document.activeElement as HTMLElement).blur());
    }
  });
});

describe('address of the detail page', () => {
  it('accepts the parameter spellings of its callers', () => {
    const query = new URLSearchParams(`traceId=${taskTraceId}&isDone=true&isInitiated=1&flowNodeId=n`);
    expect(readDetailParameters(query)).toEqual({
      traceId: taskTraceId,
      flowNodeId: 'n',
      isDone: true,
      isInitiated: true,
      focusOpinion: false,
      workorderId: undefined,
      assignId: undefined,
    });
    const secondQuery = new URLSearchParams(`workorderId=o&assignId=${taskTraceId}&traceType=1`);
    // For a person who was asked, the page opens at the row of that person.
    expect(readDetailParameters(secondQuery)).toMatchObject({
      workorderId: 'o',
      assignId: taskTraceId,
      traceId: taskTraceId,
    });
    expect(readDetailParameters(new URLSearchParams('traceId=a.1')).traceId).toBeUndefined();
    expect(detailUrl('2026000123', { traceId: 'a.1', focus: 'opinion' })).toBe(
      '/affair/detail/2026000123?traceId=a.1&focus=opinion',
    );
  });
});

describe('secret fields of a form', () => {
  it('are unmasked on request for a person with permission, and masked again (S1 §2)', async () => {
    const form = buildOrderForm({
      content: { subject: '路**' },
      masked: ['subject'],
      authority: { subject: 1 },
    });
    const page = buildOrderPage({ forms: [form] });
    const reveal = workOrders.revealForms.path.replace(':workorderCode', page.order.code);
    const calls = answerCalls({
      [`POST ${reveal}`]: () => ({ rows: [{ formCode: 'petition', content: { subject: '路灯不亮' } }] }),
    });
    renderPart(screenOf({ ...page, can: { ...page.can, reveal: true } }));
    expect(screen.getByText('路**')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: '显示敏感信息' }));
    expect(await screen.findByText('路灯不亮')).toBeTruthy();
    expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
    fireEvent.click(await screen.findByRole('button', { name: '隐藏敏感信息' }));
    expect(screen.getByText('路**')).toBeTruthy();
  });

  it('are not offered if only passwords are masked, which nobody gets back (S2 §2)', () => {
    const form = buildOrderForm({
      formStructure: {
        globalConfig: { code: 'petition', title: '登记表', columns: 2, allowEdit: [] },
        schema: { fields: [{ id: 'key', title: '口令', 'x-component': 'password' }] },
      },
      content: { key: '********' },
      masked: ['key'],
      authority: { key: 1 },
    });
    const page = buildOrderPage({ forms: [form] });
    renderPart(screenOf({ ...page, can: { ...page.can, reveal: true } }));
    expect(screen.getByText('********')).toBeTruthy();
    expect(screen.queryByRole('button', { name: '显示敏感信息' })).toBeNull();
  });

  it('stay masked for all other readers', () => {
    const form = buildOrderForm({
      content: { subject: '路**' },
      masked: ['subject'],
      authority: { subject: 1 },
    });
    const page = buildOrderPage({ forms: [form] });
    renderPart(screenOf({ ...page, can: { ...page.can, reveal: false } }));
    expect(screen.queryByRole('button', { name: '显示敏感信息' })).toBeNull();
  });
});

describe('print sheet', () => {
  it('exists only while printing, started by its own button or by the browser', () => {
    renderPart(screenOf(buildOrderPage()));
    const sheet = () => screen.queryByRole('heading', { name: /办件单$/ });
    expect(sheet()).toBeNull();
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    expect(sheet()).toBeTruthy();
    act(() => void window.dispatchEvent(new Event('afterprint')));
    expect(sheet()).toBeNull();
  });
});
