import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type HistoryPage, petitionHistory } from '#contract/petition-history.ts';
import { answerCalls, refuseWith, renderPart } from '#web/features/work-orders/test-screen.tsx';
import { PetitionHistoryDialog } from './PetitionHistoryDialog.tsx';

afterEach(() => vi.unstubAllGlobals());

const readableRow = {
  index: 1,
  workOrdCd: '2026000128',
  workOrdId: '018f0000-0000-7000-8000-000000000000',
  petLetFm: '来访',
  petLetDtStr: '2026-02-20',
  name: '**英',
  refctItm: '反映小区电梯长期停用',
  txMode: '窗口',
  urlLink: '/affair/detail/2026000128?actionTarget=_blank',
  statusLabel: '不予受理',
  ended: true,
  keepsFromStarting: false,
};
const unreadableRow = {
  ...readableRow,
  index: 2,
  workOrdCd: '2025000077',
  workOrdId: '',
  petLetFm: '',
  name: '',
  refctItm: '',
  txMode: '',
  urlLink: '',
};
const page: HistoryPage = {
  rows: [readableRow, unreadableRow],
  total: 2,
  choices: { petLetFm: [{ value: 'visit', label: '来访' }], txMode: [], probCls: [] },
};
const orderCall = `POST ${petitionHistory.ofOrder.path.replace(':workorderCode', '2026000200')}`;
const petitionerCall = `POST ${petitionHistory.ofPetitioner.path}`;
const order = { kind: 'order', code: '2026000200', applicantTerm: '信访人' } as const;
const petitioner = {
  kind: 'person',
  taskCode: 'petition-letter',
  applicantTerm: '信访人',
  name: '李英',
  certTyp: '10',
  certNum: '',
  contTel: '15405711037',
} as const;

describe('petition history of an order’s petitioner (S1 §2)', () => {
  it('opens readable orders, and shows only number, date and state of the others', async () => {
    const calls = answerCalls({ [orderCall]: () => page });
    renderPart(<PetitionHistoryDialog petitioner={order} onClose={() => undefined} />);
    const link = await screen.findByRole('link', { name: /2026000128/ });
    expect(link.getAttribute('href')).toBe(readableRow.urlLink);
    expect(link.getAttribute('target')).toBe('_blank');
    expect(screen.getByText('无查阅权限，不显示内容')).toBeDefined();
    const openButton = screen.getByRole<HTMLButtonElement>('button', { name: '打开办件' });
    expect(openButton.disabled).toBe(true);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: '选择 2025000077' }).disabled).toBe(true);
    fireEvent.click(screen.getByRole('radio', { name: '选择 2026000128' }));
    expect(openButton.disabled).toBe(false);
    fireEvent.change(screen.getByLabelText('来信标题'), { target: { value: '电梯' } });
    expect(calls).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: /查询$/ }));
    await waitFor(() => expect(calls).toHaveLength(2));
    expect(calls[1]?.body).toEqual({ page: 1, size: 10, lettTtl: '电梯' });
    // A choice from a previous answer is cleared.
    expect(openButton.disabled).toBe(true);
    expect(screen.queryByLabelText('证件号码')).toBeNull();
  });

  it('shows that there is no history, and offers a retry after a failure', async () => {
    answerCalls({ [orderCall]: () => ({ ...page, rows: [], total: 0 }) });
    const { unmount } = renderPart(<PetitionHistoryDialog petitioner={order} onClose={() => undefined} />);
    expect(await screen.findByText('没有查到该信访人的历史信访')).toBeDefined();
    unmount();
    answerCalls({ [orderCall]: () => refuseWith(429, '操作过于频繁，请稍后再试') });
    renderPart(<PetitionHistoryDialog petitioner={order} onClose={() => undefined} />);
    expect(await screen.findByText('操作过于频繁，请稍后再试')).toBeDefined();
    expect(screen.getByRole('button', { name: '重新加载' })).toBeDefined();
  });
});

describe('petition history of the person being registered', () => {
  it('searches with the values of the card and links the chosen order, readable or not', async () => {
    const calls = answerCalls({ [petitionerCall]: () => page });
    const linkedCodes: string[] = [];
    renderPart(
      <PetitionHistoryDialog
        petitioner={petitioner}
        onLink={({ workOrdCd }) => linkedCodes.push(workOrdCd)}
        onClose={() => undefined}
      />,
    );
    fireEvent.click(await screen.findByRole('radio', { name: '选择 2025000077' }));
    fireEvent.click(screen.getByRole('button', { name: '设为原办件' }));
    expect(linkedCodes).toEqual(['2025000077']);
    expect(calls[0]?.body).toEqual({
      page: 1,
      size: 10,
      certTyp: '10',
      contTel: '15405711037',
      name: '李英',
    });
  });

  it('sends the registered item only with the certificate of the card', async () => {
    const calls = answerCalls({ [petitionerCall]: () => page });
    const certNum = '330127195501019991';
    renderPart(
      <PetitionHistoryDialog
        petitioner={{ ...petitioner, certNum }}
        onLink={() => undefined}
        onClose={() => undefined}
      />,
    );
    await screen.findByRole('radio', { name: '选择 2025000077' });
    fireEvent.change(screen.getByLabelText('证件号码'), { target: { value: '330127197003033331' } });
    fireEvent.click(screen.getByRole('button', { name: /查询$/ }));
    await waitFor(() => expect(calls).toHaveLength(2));
    expect(calls.map(({ body }) => (body as { taskCode?: string }).taskCode)).toEqual([
      'petition-letter',
      undefined,
    ]);
  });

  it('does not offer to link an order whose registration would be refused, and shows why', async () => {
    answerCalls({ [petitionerCall]: () => page });
    renderPart(
      <PetitionHistoryDialog
        petitioner={petitioner}
        onLink={() => undefined}
        reasonNotLinkable={({ workOrdCd }) => (workOrdCd === '2025000077' ? '该件尚未办结' : undefined)}
        onClose={() => undefined}
      />,
    );
    const linkButton = () => screen.getByRole('button', { name: '设为原办件' });
    fireEvent.click(await screen.findByRole('radio', { name: '选择 2025000077' }));
    expect(linkButton()).toHaveProperty('disabled', true);
    expect(screen.getByText('该件尚未办结')).toBeTruthy();
    fireEvent.click(
      screen.getAllByRole('radio').find((one) => !(one as HTMLInputElement).checked) as HTMLElement,
    );
    expect(linkButton()).toHaveProperty('disabled', false);
  });

  it('shows at the fields what is missing', async () => {
    const message = '请输入证件号码或联系电话';
    answerCalls({
      [petitionerCall]: () =>
        refuseWith(400, '请检查并完善以下信息', [
          { field: 'certNum', message },
          { field: 'contTel', message },
        ]),
    });
    renderPart(
      <PetitionHistoryDialog petitioner={{ ...petitioner, contTel: '' }} onClose={() => undefined} />,
    );
    expect(await screen.findByText('请补充查询条件')).toBeTruthy();
    expect(screen.queryByText(message)).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: '查询' }));
    expect(await screen.findAllByText(message)).toHaveLength(2);
  });
});
