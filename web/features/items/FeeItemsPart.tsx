import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { AmountType, amountTypeLabel, FeeKind, feeKindLabel } from '#domain/enumerations/payment.ts';
import type { FeeItem } from '#domain/payments/fee-items.ts';
import { paymentLimits } from '#domain/payments/limits.ts';
import { parseYuan, plainYuan } from '#domain/payments/money.ts';
import type { Problem } from '#domain/refusals/refusals.ts';
import { WideTable } from '#web/toolkit/table/WideTable.tsx';
import { type FieldsProps, ItemField } from './ItemField.tsx';
import styles from './items.module.css';

const columns = [
  '项目编码',
  '项目名称',
  '类别',
  '计价方式',
  '标准（元）',
  '计量单位',
  '收费依据',
  { title: '操作', kind: 'actions' },
] as const;

const payeeLabels = {
  unitName: '收款单位',
  unitCode: '单位编码',
  account: '收款账号',
  bank: '开户行',
} as const;

const newItem: FeeItem = {
  code: '',
  name: '',
  kind: FeeKind.nonTax,
  amountType: AmountType.fixed,
  standard: 0,
  min: 0,
  max: 0,
  unit: '件',
  basis: '',
};

/** Edits the fees that the item may charge, and the unit that collects them. */
export function FeeItemsPart({ settings, problems, onChange }: FieldsProps) {
  const { records } = settings;
  const { items, payee } = records.payment;
  const set = (change: Partial<typeof records.payment>) =>
    onChange({ records: { ...records, payment: { ...records.payment, ...change } } });
  const replace = (index: number, item: FeeItem) => set({ items: items.with(index, item) });
  return (
    <>
      <ItemField
        id="records.payment"
        label="收费项目"
        problems={[]}
        wide
        hint="没有收费项目时，办件不能开具缴款书；已开具的缴款书不随标准改变"
      >
        {items.length > 0 && (
          <WideTable label="收费项目" columns={columns}>
            {items.map((item, index) => (
              <FeeItemRow
                // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other identity while its code is typed.
                key={index}
                item={item}
                place={index + 1}
                problems={problems.filter(({ field }) => fieldOfRow(field)?.index === index)}
                onChange={(changed) => replace(index, changed)}
                onRemove={() => set({ items: items.toSpliced(index, 1) })}
              />
            ))}
          </WideTable>
        )}
        <Button
          disabled={items.length >= paymentLimits.feeItems}
          onClick={() => set({ items: [...items, newItem] })}
        >
          添加收费项目
        </Button>
      </ItemField>
      {items.length > 0 &&
        (Object.keys(payeeLabels) as (keyof typeof payeeLabels)[]).map((name) => (
          <ItemField
            key={name}
            id={`records.payment.payee.${name}`}
            label={payeeLabels[name]}
            problems={problems.filter(({ field }) => field.endsWith(`payee.${name}`))}
          >
            <Input
              id={`item-records.payment.payee.${name}`}
              maxLength={paymentLimits.nameLength}
              value={payee[name]}
              onChange={({ target }) => set({ payee: { ...payee, [name]: target.value } })}
            />
          </ItemField>
        ))}
    </>
  );
}

/** Returns row and column of a problem such as `records.payment.items[1].code`. */
function fieldOfRow(field: string): { index: number; name: string } | undefined {
  const match = /payment\.items(?:\.|\[)(\d+)\]?\.(\w+)$/.exec(field);
  return match ? { index: Number(match[1]), name: match[2] ?? '' } : undefined;
}

function FeeItemRow(props: {
  item: FeeItem;
  place: number;
  problems: readonly Problem[];
  onChange: (item: FeeItem) => void;
  onRemove: () => void;
}) {
  const { item, place, problems, onChange, onRemove } = props;
  const problemOf = (name: string) => problems.find(({ field }) => fieldOfRow(field)?.name === name)?.message;
  const text = (name: 'code' | 'name' | 'unit' | 'basis', label: string, maxLength: number) => (
    <>
      <Input
        aria-label={`第${place}项${label}`}
        maxLength={maxLength}
        value={item[name]}
        {...(problemOf(name) && { status: 'error' as const })}
        onChange={({ target }) => onChange({ ...item, [name]: target.value })}
      />
      {problemOf(name) && <small className={styles.fault}>{problemOf(name)}</small>}
    </>
  );
  const amount = (name: 'standard' | 'min' | 'max', label: string) => (
    <AmountInput
      label={`第${place}项${label}`}
      fen={item[name]}
      problem={problemOf(name)}
      onChange={(fen) => onChange({ ...item, [name]: fen })}
    />
  );
  return (
    <tr>
      <th scope="row">{text('code', '项目编码', paymentLimits.codeLength)}</th>
      <td>{text('name', '项目名称', paymentLimits.nameLength)}</td>
      <td>
        <Select
          aria-label={`第${place}项类别`}
          value={item.kind}
          options={Object.values(FeeKind).map((value) => ({ value, label: feeKindLabel[value] }))}
          onChange={(kind: FeeKind) => onChange({ ...item, kind })}
        />
      </td>
      <td>
        <Select
          aria-label={`第${place}项计价方式`}
          value={item.amountType}
          options={Object.values(AmountType).map((value) => ({ value, label: amountTypeLabel[value] }))}
          onChange={(amountType: AmountType) => onChange({ ...item, amountType })}
        />
      </td>
      <td>
        {item.amountType === AmountType.fixed ? (
          amount('standard', '标准（元）')
        ) : (
          <>
            {amount('min', '最低金额（元）')}
            {amount('max', '最高金额（元）')}
          </>
        )}
      </td>
      <td>{text('unit', '计量单位', paymentLimits.unitLength)}</td>
      <td>{text('basis', '收费依据', paymentLimits.basisLength)}</td>
      <td>
        <Button type="link" danger onClick={onRemove} aria-label={`删除第${place}项`}>
          删除
        </Button>
      </td>
    </tr>
  );
}

/** Edits an amount in yuan that is stored in fen; a text that is no amount stays typed, and counts as 0. */
function AmountInput(props: {
  label: string;
  fen: number;
  problem: string | undefined;
  onChange: (fen: number) => void;
}) {
  const { label, fen, problem, onChange } = props;
  const [typed, setTyped] = useState(fen === 0 ? '' : plainYuan(fen));
  const parsed = parseYuan(typed);
  const message = 'problem' in parsed && typed !== '' ? parsed.problem : problem;
  return (
    <>
      <Input
        aria-label={label}
        placeholder={label.replace(/^第\d+项/, '')}
        inputMode="decimal"
        maxLength={16}
        value={typed}
        {...(message && { status: 'error' as const })}
        onChange={({ target }) => {
          setTyped(target.value);
          const read = parseYuan(target.value);
          onChange('fen' in read ? read.fen : 0);
        }}
      />
      {message && <small className={styles.fault}>{message}</small>}
    </>
  );
}
