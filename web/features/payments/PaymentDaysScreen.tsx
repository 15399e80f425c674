import { LeftOutlined, ReloadOutlined, RightOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Tabs } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { type dayLists, type PaymentDay, paymentReconciliation } from '#contract/payment-reconciliation.ts';
import { addDays, isLocalDate, localDateOf, minuteText } from '#domain/calendar/local-date.ts';
import { queryOf } from '#web/api/query-of.ts';
import { DayInput } from '#web/toolkit/days/DayInput.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { useReportedMutation } from '#web/toolkit/feedback/use-reported-mutation.ts';
import { Card } from '#web/toolkit/page/Card.tsx';
import { Page } from '#web/toolkit/page/Page.tsx';
import { ClosedDays } from './ClosedDays.tsx';
import { DayFigures } from './DayFigures.tsx';
import { DayRows } from './DayRows.tsx';
import { DayTools } from './DayTools.tsx';
import styles from './payments.module.css';

type DayTab = (typeof dayLists)[number] | 'days';

/** Shows 收费对账: one day's bill of the channel against the payments of the office, and its differences. */
export function PaymentDaysScreen() {
  const today = localDateOf(new Date());
  const [address, setAddress] = useSearchParams();
  const named = address.get('day') ?? '';
  const day = isLocalDate(named) && named <= today ? named : addDays(today, -1);
  const setDay = (next: string) => setAddress({ day: next }, { replace: true });
  const [tab, setTab] = useState<DayTab>('differences');
  const found = useQuery({
    ...queryOf(paymentReconciliation.day, { params: { day } }),
    placeholderData: keepPreviousData,
  });
  const fetching = useReportedMutation(paymentReconciliation.fetch);
  const closing = useReportedMutation(paymentReconciliation.close);

  if (found.isError)
    return (
      <Page title="收费对账">
        <Card>
          <FailureState failure={found.error} onRetry={() => void found.refetch()} />
        </Card>
      </Page>
    );
  const data = found.data;
  const open = data ? data.day.open + data.day.held : 0;
  return (
    <Page title="收费对账">
      {data && <DayFigures day={data.day} />}
      <Card>
        <div className={styles.tools}>
          <Button
            icon={<LeftOutlined aria-hidden />}
            aria-label="前一天"
            onClick={() => setDay(addDays(day, -1))}
          />
          <DayInput aria-label="对账日期" value={day} onChange={(next) => next && setDay(next)} />
          <Button
            icon={<RightOutlined aria-hidden />}
            aria-label="后一天"
            disabled={day >= today}
            onClick={() => setDay(addDays(day, 1))}
          />
          <Button
            icon={<ReloadOutlined aria-hidden />}
            loading={fetching.running}
            disabled={!data?.canFetch || data.day.closedAt !== null}
            onClick={() => void fetching.mutation({ params: { day } }, '已取得账单并对账')}
          >
            取渠道账单
          </Button>
          {data && tab !== 'days' && (
            <DayTools day={day} list={tab} title={`收费对账 ${day}`} total={totalsOf(data.day)[tab]} />
          )}
        </div>
        <Tabs
          activeKey={tab}
          onChange={(key) => setTab(key as DayTab)}
          items={tabsOf(data?.day).map(({ key, label }) => ({ key, label }))}
        />
        {!data && <SkeletonRows rows={4} />}
        {data && tab !== 'days' && (
          <>
            <p className={styles.state} role="status">
              {stateText(data.day, data.canFetch)}
              {data.refusedNotices > 0 && `；近 7 天有 ${data.refusedNotices} 条通知验签未通过，已拒绝`}
            </p>
            <DayRows key={`${day}-${tab}`} day={data.day} list={tab} />
          </>
        )}
        {tab === 'days' && <ClosedDays onOpen={setDay} />}
        {data && tab !== 'days' && data.notes.length > 0 && (
          <section className={styles.notes} aria-label="处理记录">
            <h2>处理记录</h2>
            <ul>
              {data.notes.map(({ at, byName, text }) => (
                <li key={`${at}-${text}`}>
                  <time dateTime={at}>{minuteText(new Date(at)).slice(5)}</time>
                  <span>{byName}</span>
                  <span>{text}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
        {data && (
          <div className={styles.foot}>
            <span>{data.closedUntil === null ? '还没有关账的日子' : `${data.closedUntil} 及以前已关账`}</span>
            {data.day.closedAt === null && (
              <Button
                type="primary"
                disabled={data.day.fetchedAt === null || open > 0 || day >= today}
                loading={closing.running}
                onClick={() => void closing.mutation({ params: { day } }, '已关账')}
              >
                {open > 0 ? `关账（还有 ${open} 笔差异）` : '关账'}
              </Button>
            )}
          </div>
        )}
      </Card>
    </Page>
  );
}

/** Returns the numbers of rows of the lists of a day. */
function totalsOf(day: PaymentDay): Record<(typeof dayLists)[number], number> {
  return { differences: day.open + day.held + day.settled, agreeing: day.agreeing, refunds: day.refundRows };
}

function tabsOf(day: PaymentDay | undefined): { key: DayTab; label: string }[] {
  const { differences = 0, agreeing = 0, refunds = 0 } = day ? totalsOf(day) : {};
  return [
    { key: 'differences', label: `差异 ${differences}` },
    { key: 'agreeing', label: `一致 ${agreeing}` },
    { key: 'refunds', label: `退款 ${refunds}` },
    { key: 'days', label: '往日对账' },
  ];
}

function stateText({ fetchedAt, closedAt, closedBy, channel }: PaymentDay, canFetch: boolean): string {
  if (closedAt !== null) return `${minuteText(new Date(closedAt))} 由${closedBy}关账`;
  if (fetchedAt !== null)
    return `${minuteText(new Date(fetchedAt))} 取得${channel}账单，签名、笔数和金额已核对。差异处理完才能关账`;
  return canFetch ? '尚未取得该日账单' : '当天的账单次日才能取得';
}
