import type { WorkOrderPage } from '#contract/work-orders.ts';
import { dueText } from '#domain/calendar/due-text.ts';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import { DueLight } from '#web/toolkit/status/DueLight.tsx';
import { LimitButton } from '../limit/LimitButton.tsx';
import styles from './detail.module.css';
import { type Fact, Facts } from './Facts.tsx';

/** Shows basic information of an order with the extra fields of its item (S1 §2). */
export function BasicInfo({ order }: { order: WorkOrderPage['order'] }) {
  return <Facts facts={basicFacts(order)} />;
}

/** Returns the standard fields of an order, then its extra ones. */
function basicFacts(order: WorkOrderPage['order']): Fact[] {
  return [
    { label: '办件标题', value: order.title, wide: true },
    { label: '事项名称', value: order.itemName },
    { label: '事项分类', value: order.categoryName },
    { label: '流水号', value: order.code },
    { label: '办理状态', value: order.statusLabel },
    { label: '所属区划', value: order.areaName },
    { label: '受理机构', value: order.orgName },
    { label: '发起人', value: order.initiatorName },
    { label: '发起时间', value: <DateTime value={order.startedAt} /> },
    { label: '办理期限', value: <DueDate order={order} />, wide: true },
    ...(order.endedAt === null ? [] : [{ label: '办结时间', value: <DateTime value={order.endedAt} /> }]),
    ...order.extFields,
  ];
}

/** Shows the due date, with a button that opens its explanation. */
function DueDate({ order }: { order: WorkOrderPage['order'] }) {
  const { dueAt, text } = order.due;
  if (dueAt === null && text === '') return <>无时限</>;
  return (
    <span className={styles.dueDate}>
      {dueAt !== null && <time dateTime={dueAt}>{dueText(new Date(dueAt))}</time>}
      {order.endedAt === null && <DueLight due={order.due} />}
      <LimitButton code={order.code}>为什么是这一天</LimitButton>
    </span>
  );
}
