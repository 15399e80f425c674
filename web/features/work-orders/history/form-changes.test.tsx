import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type FormChange, orderHistory } from '#contract/order-history.ts';
import { openForms } from '#web/toolkit/open-forms/open-forms.ts';
import { buildOrderForm, buildOrderPage, taskTraceId } from '../test-order.ts';
import { answerCalls, refuseWith, renderPart } from '../test-screen.tsx';
import { FormChangesTab } from './FormChangesTab.tsx';
import { MarkedFormView } from './MarkedFormView.tsx';

afterEach(() => vi.unstubAllGlobals());

const code = '2026000123';
const call = `GET ${orderHistory.formChanges.path.replace(':workorderCode', code)}`;
const change = (part: Partial<FormChange>): FormChange => ({
  formCode: 'petition',
  version: 9,
  at: '2026-11-20T06:05:00.000Z',
  handlerName: '赵敏',
  onBehalfOf: '',
  traceId: taskTraceId,
  flowNodeName: '受理审查',
  fields: ['subject'],
  before: { subject: '路灯不亮' },
  after: { subject: '路灯损坏' },
  ...part,
});
const { formStructure, formName } = buildOrderForm();
const forms = [{ formCode: 'petition', formName, formStructure }];
const answerWith = (rows: FormChange[], nextBefore: number | null = null) => ({ rows, forms, nextBefore });

const changedForm = buildOrderForm({
  changes: [
    {
      version: 9,
      at: '2026-11-20T06:05:00.000Z',
      by: '赵敏',
      fields: ['subject', 'conclusion'],
      overwritten: ['subject'],
    },
  ],
});

describe('a form of an order', () => {
  it('marks only fields that had another value, and shows their changes', async () => {
    answerCalls({ [call]: () => answerWith([change({ onBehalfOf: '李娜' })]) });
    const [open] = openForms([changedForm], 'read');
    if (!open) throw new Error('No form');
    renderPart(<MarkedFormView code={code} open={open} part="read" />);
    expect(screen.queryByRole('button', { name: '结论的修改记录' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: '标题的修改记录' }));
    const list = await screen.findByRole('list', { name: '标题的修改记录' });
    expect(list.textContent).toContain('赵敏（代 李娜）受理审查2026-11-20 14:05');
    expect(list.textContent).toContain('由 路灯不亮 改为 路灯损坏');
  });
});

describe('the list of changes', () => {
  const page = { ...buildOrderPage(), forms: [changedForm] };
  const renderTab = (onPrint = vi.fn()) => {
    renderPart(<FormChangesTab page={{ ...page, order: { ...page.order, code } }} onPrint={onPrint} />);
    return onPrint;
  };
  const rows = [
    change({
      fields: ['subject', 'conclusion'],
      before: { subject: '路灯不亮', conclusion: '' },
      after: { subject: '路灯损坏', conclusion: '受理' },
    }),
    change({
      version: 4,
      handlerName: '刘洋',
      flowNodeName: '收件',
      before: {},
      after: { subject: '路灯不亮' },
    }),
  ];

  it('filters by person and by first entries, and says which earlier values are missing', async () => {
    answerCalls({ [call]: () => answerWith(rows) });
    renderTab();
    const list = await screen.findByRole('list', { name: '表单修改记录' });
    expect(list.textContent).toContain('结论填写 受理');
    expect(list.textContent).toContain('标题改为 路灯不亮（修改前的内容未留存）');
    fireEvent.click(screen.getByRole('checkbox', { name: '不含首次填写' }));
    expect(list.textContent).not.toContain('结论');
    fireEvent.mouseDown(screen.getByRole('combobox', { name: '人员' }));
    fireEvent.click(await screen.findByTitle('刘洋'));
    expect(within(list).getAllByRole('listitem')).toHaveLength(1);
  });

  it('loads earlier pages, and prints the filtered rows', async () => {
    const calls = answerCalls({
      [call]: ({ query }) =>
        query.has('before') ? answerWith(rows.slice(1)) : answerWith(rows.slice(0, 1), 9),
    });
    const onPrint = renderTab();
    fireEvent.click(await screen.findByRole('button', { name: '加载更早的修改' }));
    expect(await screen.findByText('刘洋')).toBeTruthy();
    expect(calls.map(({ query }) => query.get('before'))).toEqual([null, '9']);
    expect(screen.queryByRole('button', { name: '加载更早的修改' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: /打\s*印/ }));
    expect(onPrint.mock.lastCall?.[0]).toMatchObject({ key: 'rows', label: '表单修改记录' });
  });

  it('names a failure, with a way to retry', async () => {
    answerCalls({ [call]: () => refuseWith(500, '系统出现异常') });
    renderTab();
    expect(await screen.findByRole('button', { name: '重新加载' })).toBeTruthy();
  });
});
