import { useQuery } from '@tanstack/react-query';
import { Form, Input, InputNumber, Radio, Select } from 'antd';
import { useState } from 'react';
import { sideRecords } from '#contract/side-records.ts';
import { LimitUnit, limitUnitLabel } from '#domain/calendar/clock-ledger.ts';
import { SpecialType, specialTypeLabel } from '#domain/enumerations/special-type.ts';
import { maxReasonLength } from '#domain/opinions/limits.ts';
import { maxAgencyLength } from '#domain/records/special.ts';
import { SpecialClock, specialClockLabel } from '#domain/records/special-settings.ts';
import { queryOf } from '#web/api/query-of.ts';
import { CountedText } from '#web/toolkit/dialog/CountedText.tsx';
import { RecordCommandDialog } from '../base/RecordCommandDialog.tsx';
import type { RecordDialogProps } from '../base/record-view.ts';
import styles from '../base/side-records.module.css';
import { useRecordCommand } from '../base/use-record-command.ts';

type DayUnitOfLimit = typeof LimitUnit.workingDays | typeof LimitUnit.calendarDays;
const unitOptions = [LimitUnit.workingDays, LimitUnit.calendarDays].map((value) => ({
  value,
  label: limitUnitLabel[value],
}));

const effectText: Record<SpecialClock, string> = {
  [SpecialClock.stops]: '领导确认后开始，环节时限和全程时限停止计时，登记结果后继续。',
  [SpecialClock.runs]: '领导确认后开始，时限照常计算。',
  [SpecialClock.adds]: '领导确认后开始，全程时限按期限相应延长。',
};

/** Shows 申请特别程序: type, limit, body and reason. */
export function SpecialRequestDialog(props: RecordDialogProps) {
  const [type, setType] = useState<SpecialType>();
  const [amount, setAmount] = useState<number | null>(null);
  const [unit, setUnit] = useState<DayUnitOfLimit>(LimitUnit.workingDays);
  const [agency, setAgency] = useState('');
  const [reason, setReason] = useState('');
  const list = useQuery(queryOf(sideRecords.list, { params: { workorderCode: props.order.code } }));
  const clocks = list.data?.settings.special.clocks ?? {};
  const clock = type && clocks[type];
  const command = useRecordCommand(sideRecords.special, props);
  const { problems, clearProblem } = command;

  const submit = () =>
    command.send(
      {
        command: 'request',
        type: type as SpecialType,
        amount: amount ?? 0,
        unit,
        agency: agency.trim(),
        reason,
      },
      [
        type === undefined && ['type', '请选择特别程序的类型'],
        amount === null && ['amount', '请填写期限'],
        reason.trim() === '' && ['reason', '请填写原因'],
      ],
    );

  return (
    <RecordCommandDialog
      {...props}
      hasChoices
      values={[type, amount, unit, agency, reason]}
      running={command.running}
      onSubmit={submit}
    >
      <Form layout="vertical" component={false}>
        <Form.Item
          label="类型"
          htmlFor="special-type"
          required
          validateStatus={problems.type && 'error'}
          help={problems.type}
        >
          <Select
            id="special-type"
            aria-required
            placeholder="请选择"
            loading={list.isPending}
            notFoundContent={list.isError ? '类型没有读出，请关闭窗口后重新打开' : undefined}
            value={type ?? null}
            options={Object.values(SpecialType).flatMap((value) => {
              const effect = clocks[value];
              return effect
                ? [{ value, label: `${specialTypeLabel[value]}（${specialClockLabel[effect]}）` }]
                : [];
            })}
            onChange={(value) => {
              setType(value ?? undefined);
              clearProblem('type');
            }}
          />
        </Form.Item>
        <Form.Item
          label="期限"
          htmlFor="special-amount"
          required
          validateStatus={(problems.amount ?? problems.unit) && 'error'}
          help={problems.amount ?? problems.unit}
        >
          <div className={styles.row}>
            <InputNumber
              id="special-amount"
              aria-required
              min={0}
              precision={0}
              value={amount}
              onChange={(value) => {
                setAmount(value);
                clearProblem('amount');
              }}
            />
            <Radio.Group
              aria-label="期限的计算方式"
              value={unit}
              options={unitOptions}
              onChange={({ target }) => {
                setUnit(target.value as DayUnitOfLimit);
                clearProblem('unit');
              }}
            />
          </div>
        </Form.Item>
        <Form.Item
          label="承担机构"
          htmlFor="special-agency"
          validateStatus={problems.agency && 'error'}
          help={problems.agency}
        >
          <Input
            id="special-agency"
            maxLength={maxAgencyLength}
            placeholder="由本机构承担的不填"
            value={agency}
            onChange={({ target }) => {
              setAgency(target.value);
              clearProblem('agency');
            }}
          />
        </Form.Item>
        <CountedText
          label="原因"
          required
          rows={3}
          max={maxReasonLength}
          problem={problems.reason}
          value={reason}
          onChange={(text) => {
            setReason(text);
            clearProblem('reason');
          }}
        />
      </Form>
      {clock && <p className={styles.note}>{effectText[clock]}</p>}
    </RecordCommandDialog>
  );
}
