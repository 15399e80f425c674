import { useQuery } from '@tanstack/react-query';
import { type OrderMessage, orderMessages } from '#contract/order-messages.ts';
import type { ApplicantTerm } from '#domain/applicants/applicant-term.ts';
import { applicantTexts } from '#domain/applicants/applicant-texts.ts';
import { queryOf } from '#web/api/query-of.ts';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import { StatusTag, type StatusTone } from '#web/toolkit/status/StatusTag.tsx';
import styles from './message-dialog.module.css';

const tone: Record<OrderMessage['state'], StatusTone> = {
  waiting: 'progress',
  sending: 'progress',
  accepted: 'success',
  unknown: 'warning',
  dead: 'error',
};

/** Shows the messages sent about the order, the newest first; a hundred per page (S1 §7). */
export function MessageHistory(props: { code: string; applicantWord: ApplicantTerm | undefined }) {
  const { code, applicantWord } = props;
  const history = useQuery(
    queryOf(orderMessages.list, { query: { workorderCode: code, page: 1, size: 100 } }),
  );
  const rows = history.data?.rows ?? [];
  return (
    <section className={styles.history} aria-label="消息记录">
      <h3>
        消息记录
        {history.data && history.data.total > rows.length && <small>只显示最近 {rows.length} 条</small>}
      </h3>
      {history.isPending && <SkeletonRows rows={3} />}
      {history.isError && (
        <FailureState compact failure={history.error} onRetry={() => void history.refetch()} />
      )}
      {history.isSuccess && rows.length === 0 && (
        <EmptyState
          compact
          title="还没有发送过消息"
          hint={applicantWord && applicantTexts(applicantWord).messagesRecorded}
        />
      )}
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <p>{row.content}</p>
            <div className={styles.facts}>
              <StatusTag label={row.stateLabel} tone={tone[row.state]} />
              <span>{row.channelLabel}</span>
              <span>
                发给 {row.receiverName} {row.phone}
              </span>
              <span>{row.senderName}</span>
              <DateTime value={row.messageSendTime} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
