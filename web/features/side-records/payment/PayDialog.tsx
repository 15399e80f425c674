import { ReloadOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { orderPayments, type PaymentView } from '#contract/payment-records.ts';
import { sideRecords } from '#contract/side-records.ts';
import { minuteText } from '#domain/calendar/local-date.ts';
import { feeKindLabel, PaymentNoticeStatus, paymentNoticeStatusLabel } from '#domain/enumerations/payment.ts';
import { formatYuan } from '#domain/payments/money.ts';
import { queryOf, renewAfter } from '#web/api/query-of.ts';
import { useAction } from '#web/api/use-action.ts';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import { StatusTag, type StatusTone } from '#web/toolkit/status/StatusTag.tsx';
import cells from '#web/toolkit/table/table.module.css';
import { WideTable } from '#web/toolkit/table/WideTable.tsx';
import type { RecordDialogProps } from '../base/record-view.ts';
import styles from './payment.module.css';

/** Time between two looks at the state while the dialog is open; the gateway is asked by 刷新状态 alone. */
const renewalMs = 5_000;

const noticeTones: Record<PaymentNoticeStatus, StatusTone> = {
  [PaymentNoticeStatus.unpaid]: 'warning',
  [PaymentNoticeStatus.paying]: 'progress',
  [PaymentNoticeStatus.paid]: 'success',
  [PaymentNoticeStatus.refunding]: 'returned',
  [PaymentNoticeStatus.refunded]: 'neutral',
  [PaymentNoticeStatus.revoked]: 'neutral',
};

const columns = [
  '收费项目',
  '类别',
  { title: '标准', kind: 'number' },
  { title: '数量', kind: 'number' },
  { title: '金额（元）', kind: 'number' },
] as const;

/** Shows 缴费: what is paid and why, the code with its end, and the hint of the state. Closing does not cancel. */
export function PayDialog({ order, offer, onDone, onClose }: RecordDialogProps) {
  const input = { params: { workorderCode: order.code, recordId: String(offer.recordId ?? 0) } };
  const query = queryOf(orderPayments.read, input);
  const client = useQueryClient();
  const payment = useQuery({ ...query, refetchInterval: renewalMs });
  const feedback = useFeedback();
  const opening = useAction(orderPayments.openCode);
  const refreshing = useAction(orderPayments.refresh);
  const simulating = useAction(orderPayments.simulate);
  const mainButton = useRef<HTMLButtonElement>(null);
  const [isPressed, setIsPressed] = useState(false);
  const press = async (action: typeof opening) => {
    setIsPressed(true);
    const outcome = await action.run(input as never);
    if (outcome.kind === 'done') client.setQueryData(query.queryKey, outcome.data as never);
    if (outcome.kind === 'failed') feedback.failure(outcome.failure);
    mainButton.current?.focus();
  };
  const view = payment.data as PaymentView | undefined;
  // What happened meanwhile is shown behind the dialog.
  const close = () => {
    if (!isPressed && (view === undefined || isPayable(view))) return onClose();
    void renewAfter(client, sideRecords.payment);
    onDone();
  };
  const needsCode = view !== undefined && isPayable(view) && !view.code;

  return (
    <AppModal
      open
      width={800}
      title={`缴费 ${order.code}`}
      onCancel={close}
      footer={
        <div className={styles.payFoot}>
          <span>每 5 秒自动查看一次；关闭窗口不影响缴费</span>
          <Button onClick={close}>关闭</Button>
        </div>
      }
    >
      {payment.isError && (
        <FailureState compact failure={payment.error} onRetry={() => void payment.refetch()} />
      )}
      {payment.isPending && <SkeletonRows rows={5} />}
      {view && (
        <div className={styles.pay}>
          <FeeTable view={view} />
          <section className={styles.codeCard} aria-label="缴费二维码">
            <p>应缴</p>
            <p className={styles.amount}>
              {formatYuan(view.total)}
              <small>元</small>
            </p>
            {view.code && (
              <Code key={view.code.expiresAt} code={view.code} onEnd={() => void press(refreshing)} />
            )}
            <div className={styles.hint} role="status">
              <StatusTag tone={noticeTones[view.status]} label={paymentNoticeStatusLabel[view.status]} />
              <span>{view.hint || paidText(view)}</span>
            </div>
            {/* One button, so that the focus stays when its command changes. */}
            {view.status !== PaymentNoticeStatus.revoked && (
              <Button
                ref={mainButton}
                block
                type={needsCode ? 'primary' : 'default'}
                icon={needsCode ? undefined : <ReloadOutlined aria-hidden />}
                loading={opening.running || refreshing.running}
                onClick={() => void press(needsCode ? opening : (refreshing as never))}
              >
                {needsCode ? '生成二维码' : '刷新状态'}
              </Button>
            )}
            {view.isSimulated && view.code && (
              <>
                <Button block loading={simulating.running} onClick={() => void press(simulating as never)}>
                  模拟付款
                </Button>
                <p className={styles.simulated}>演示渠道，不会真正扣款</p>
              </>
            )}
          </section>
        </div>
      )}
    </AppModal>
  );
}

function isPayable({ status }: PaymentView): boolean {
  return status === PaymentNoticeStatus.unpaid || status === PaymentNoticeStatus.paying;
}

function paidText({ tries }: PaymentView): string {
  const paidAt = tries.find(({ counts }) => counts)?.paidAt;
  return paidAt ? `${minuteText(new Date(paidAt))} 到账` : '';
}

function FeeTable({ view }: { view: PaymentView }) {
  const bases = [...new Set(view.lines.map(({ basis }) => basis).filter((basis) => basis !== ''))];
  return (
    <div>
      <p className={styles.payHead}>
        <span>缴款书号 {view.number}</span>
        <span>缴款人 {view.payer || '申请人'}</span>
      </p>
      <WideTable label="收费项目" columns={columns}>
        {view.lines.map((line) => (
          <tr key={line.code}>
            <th scope="row">{line.name}</th>
            <td>{feeKindLabel[line.kind]}</td>
            <td className={cells.number}>{formatYuan(line.standard)}</td>
            <td className={cells.number}>{line.quantity}</td>
            <td className={cells.number}>{formatYuan(line.amount)}</td>
          </tr>
        ))}
      </WideTable>
      <p className={styles.total}>
        合计 <strong>{formatYuan(view.total)}</strong> 元
      </p>
      {bases.length > 0 && <p className={styles.basis}>依据：{bases.join('；')}</p>}
    </div>
  );
}

/** Shows the code until it ends, with the time that is left. */
function Code({ code, onEnd }: { code: NonNullable<PaymentView['code']>; onEnd: () => void }) {
  const end = new Date(code.expiresAt);
  const [left, setLeft] = useState(() => end.getTime() - Date.now());
  useEffect(() => {
    const timer = setInterval(() => setLeft(new Date(code.expiresAt).getTime() - Date.now()), 1000);
    return () => clearInterval(timer);
  }, [code.expiresAt]);
  const isOver = left <= 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once when the code ends.
  useEffect(() => {
    if (isOver) onEnd();
  }, [isOver]);
  const seconds = Math.max(0, Math.ceil(left / 1000));
  return (
    <>
      <img className={styles.code} src={code.picture} alt="缴费二维码" />
      <p className={styles.until}>
        请申请人用手机扫码，{minuteText(end).slice(-5)} 前有效
        <span aria-hidden>
          （剩 {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}）
        </span>
      </p>
    </>
  );
}
