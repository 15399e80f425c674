import { useQuery } from '@tanstack/react-query';
import { Checkbox, Form, Input, InputNumber } from 'antd';
import { useState } from 'react';
import { orderPayments } from '#contract/payment-records.ts';
import { sideRecords } from '#contract/side-records.ts';
import { AmountType, feeKindLabel } from '#domain/enumerations/payment.ts';
import { type ChosenFee, chargeFees, type FeeItem } from '#domain/payments/fee-items.ts';
import { paymentLimits } from '#domain/payments/limits.ts';
import { formatYuan } from '#domain/payments/money.ts';
import { queryOf } from '#web/api/query-of.ts';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import cells from '#web/toolkit/table/table.module.css';
import { WideTable } from '#web/toolkit/table/WideTable.tsx';
import { RecordCommandDialog } from '../base/RecordCommandDialog.tsx';
import type { RecordDialogProps } from '../base/record-view.ts';
import { useRecordCommand } from '../base/use-record-command.ts';
import styles from './payment.module.css';

/** What is typed in the row of a fee item; a row without it is not chosen. */
interface TypedFee {
  quantity: number | null;
  amount: string;
}
type TypedFees = Readonly<Record<string, TypedFee>>;

const columns = ['收费项目', '类别', { title: '标准（元）', kind: 'number' }, '数量或金额'] as const;

/** Shows 开具缴款书: the fees of the item that are charged, and who pays. */
export function OrderPaymentDialog(props: RecordDialogProps) {
  const { order } = props;
  const fees = useQuery(queryOf(orderPayments.fees, { params: { workorderCode: order.code } }));
  const [payer, setPayer] = useState('');
  const [typed, setTyped] = useState<TypedFees>({});
  const command = useRecordCommand(sideRecords.payment, props);
  const { problems } = command;
  const items = fees.data?.items ?? [];
  const chosen = items.filter(({ code }) => typed[code]).map((item) => chosenFeeOf(item, typed[item.code]));
  const charged = chargeFees(items, chosen);
  const change = (code: string, fee: TypedFee | undefined) => {
    const { [code]: _, ...others } = typed;
    setTyped(fee ? { ...others, [code]: fee } : others);
    for (const field of Object.keys(problems)) command.clearProblem(field);
  };
  const submit = () => {
    const found = 'problems' in charged ? charged.problems : [];
    return command.send(
      { command: 'order', payer, fees: chosen },
      found.map(({ field, message }) => [field, message] as const),
    );
  };

  return (
    <RecordCommandDialog
      {...props}
      width="wide"
      hasChoices
      values={[payer, typed]}
      running={command.running}
      disabled={!fees.data}
      onSubmit={submit}
    >
      {fees.isError && <FailureState compact failure={fees.error} onRetry={() => void fees.refetch()} />}
      {fees.isPending && <SkeletonRows rows={3} />}
      {fees.data && (
        <Form layout="vertical" component={false}>
          <WideTable label="收费项目" columns={columns}>
            {items.map((item) => {
              const place = chosen.findIndex(({ code }) => code === item.code);
              const problem =
                problems[`fees.${place}.quantity`] ??
                problems[`fees.${place}.amount`] ??
                problems[`fees.${place}.code`];
              return (
                <FeeRow
                  key={item.code}
                  item={item}
                  typed={typed[item.code]}
                  problem={place < 0 ? undefined : problem}
                  onChange={(fee) => change(item.code, fee)}
                />
              );
            })}
          </WideTable>
          {problems.fees && (
            <p className={styles.fault} role="alert">
              {problems.fees}
            </p>
          )}
          <p className={styles.total} aria-live="polite">
            合计 <strong>{'total' in charged ? formatYuan(charged.total) : '—'}</strong> 元
          </p>
          <Form.Item
            label="缴款人"
            htmlFor="payment-payer"
            validateStatus={problems.payer && 'error'}
            help={problems.payer}
          >
            <Input
              id="payment-payer"
              maxLength={paymentLimits.nameLength}
              placeholder="不填则为申请人"
              value={payer}
              onChange={({ target }) => {
                setPayer(target.value);
                command.clearProblem('payer');
              }}
            />
          </Form.Item>
        </Form>
      )}
    </RecordCommandDialog>
  );
}

function chosenFeeOf({ code, amountType }: FeeItem, fee: TypedFee | undefined): ChosenFee {
  return amountType === AmountType.fixed
    ? { code, quantity: fee?.quantity ?? 0 }
    : { code, amount: fee?.amount ?? '' };
}

function FeeRow(props: {
  item: FeeItem;
  typed: TypedFee | undefined;
  problem: string | undefined;
  onChange: (fee: TypedFee | undefined) => void;
}) {
  const { item, typed, problem, onChange } = props;
  const isFixed = item.amountType === AmountType.fixed;
  return (
    <tr>
      <th scope="row">
        <Checkbox
          checked={typed !== undefined}
          onChange={({ target }) => onChange(target.checked ? { quantity: 1, amount: '' } : undefined)}
        >
          {item.name}
        </Checkbox>
        {item.basis !== '' && <small className={styles.basis}>{item.basis}</small>}
      </th>
      <td>{feeKindLabel[item.kind]}</td>
      <td className={cells.number}>
        {isFixed
          ? `${formatYuan(item.standard)} / ${item.unit}`
          : `${formatYuan(item.min)} – ${formatYuan(item.max)}`}
      </td>
      <td>
        {isFixed ? (
          <InputNumber
            aria-label={`${item.name}的数量（${item.unit}）`}
            min={1}
            max={paymentLimits.quantity}
            precision={0}
            disabled={!typed}
            value={typed?.quantity ?? null}
            status={problem && 'error'}
            onChange={(quantity) => onChange({ quantity, amount: '' })}
          />
        ) : (
          <Input
            aria-label={`${item.name}的金额（元）`}
            inputMode="decimal"
            maxLength={16}
            disabled={!typed}
            value={typed?.amount ?? ''}
            {...(problem && { status: 'error' as const })}
            onChange={({ target }) => onChange({ quantity: 1, amount: target.value })}
          />
        )}
        {problem && <small className={styles.fault}>{problem}</small>}
      </td>
    </tr>
  );
}
