import type { PaymentDay } from '#contract/payment-reconciliation.ts';
import { formatYuan, signedYuan } from '#domain/payments/money.ts';
import { joinClasses } from '#web/toolkit/styles/join-classes.ts';
import styles from './payments.module.css';

/** Shows the figures of a day: both sums, their difference, and the numbers of rows. */
export function DayFigures({ day }: { day: PaymentDay }) {
  const { ours, theirs, refunds, agreeing, open, held, settled, refundRows, channel, isSimulated } = day;
  const differences = open + held + settled;
  const difference = theirs - ours;
  const share = agreeing + differences > 0 ? (agreeing / (agreeing + differences)) * 100 : 100;
  return (
    <dl className={styles.figures}>
      <Figure label="系统" value={`${formatYuan(ours)} 元`} note="收款减退款" />
      <Figure
        label="渠道"
        value={`${formatYuan(theirs)} 元`}
        note={isSimulated ? `${channel}，没有真实资金` : channel}
      />
      <Figure
        label="相差"
        value={`${signedYuan(difference)} 元`}
        note="渠道减系统"
        isWrong={difference !== 0}
      />
      <Figure label="一致" value={`${agreeing} 笔`} note={`${share.toFixed(1)}%`} />
      <Figure
        label="差异"
        value={`${differences} 笔`}
        note={`待处理 ${open}，挂起 ${held}`}
        isWrong={open + held > 0}
      />
      <Figure label="退款" value={`${formatYuan(refunds)} 元`} note={`${refundRows} 笔`} />
    </dl>
  );
}

function Figure(props: { label: string; value: string; note: string; isWrong?: boolean }) {
  const { label, value, note, isWrong } = props;
  return (
    <div>
      <dt>{label}</dt>
      <dd className={joinClasses(styles.value, isWrong && styles.wrong)}>{value}</dd>
      <dd className={styles.note}>{note}</dd>
    </div>
  );
}
