import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useNavigate } from 'react-router';
import { schedule } from '#contract/schedule.ts';
import { addDays, localDateOf, startOfDay } from '#domain/calendar/local-date.ts';
import { queryOf } from '#web/api/query-of.ts';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { ScrollRegion } from '#web/toolkit/table/ScrollRegion.tsx';
import styles from './schedule.module.css';
import { contentOfDays, dayText, deadlineTexts, scheduleKinds, spanText } from './schedule-texts.ts';

const dayCount = 7;

/** Shows 查看日程 of the header (S0 §2): the next seven days, on any screen. */
export function ScheduleDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const today = localDateOf(new Date());
  const days = Array.from({ length: dayCount }, (_, offset) => addDays(today, offset));
  const list = useQuery(
    queryOf(schedule.list, {
      query: {
        startDate: startOfDay(today).getTime() / 1000,
        endDate: startOfDay(addDays(today, dayCount)).getTime() / 1000,
      },
    }),
  );
  const contentOf = contentOfDays(days, list.data, new Set(scheduleKinds));
  const daysWithContent = days.filter(
    (day) => contentOf(day).entries.length + contentOf(day).deadlines.length > 0,
  );
  return (
    <AppModal
      open
      title="查看日程"
      width={600}
      onCancel={onClose}
      footer={[
        <Button key="close" onClick={onClose}>
          关闭
        </Button>,
        <Button
          key="all"
          type="primary"
          onClick={() => {
            onClose();
            void navigate('/schedule');
          }}
        >
          打开日程
        </Button>,
      ]}
    >
      <ScrollRegion className={styles.upcoming} label="近七日日程">
        {list.isPending && <SkeletonRows rows={4} />}
        {list.isError && <FailureState compact failure={list.error} onRetry={() => void list.refetch()} />}
        {list.isSuccess && daysWithContent.length === 0 && (
          <EmptyState compact title="近七日没有日程" hint="请在日程中登记会议、接访和走访。" />
        )}
        {daysWithContent.map((day) => (
          <section key={day}>
            <h3>
              {dayText(day)}
              {day === today && '（今天）'}
            </h3>
            <ul>
              {contentOf(day).entries.map((entry) => (
                <li key={entry.id}>
                  <span className={styles.time}>{spanText(entry)}</span> <strong>{entry.scheduleName}</strong>{' '}
                  <span className={styles.secondaryText}>{entry.address}</span>
                </li>
              ))}
              {contentOf(day).deadlines.map((deadline) => (
                <li key={`${deadline.kind}${deadline.workorderTraceId}`}>
                  <span className={styles.secondaryText}>{deadlineTexts[deadline.kind]}</span>{' '}
                  {deadline.workorderCode} {deadline.title}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </ScrollRegion>
    </AppModal>
  );
}
