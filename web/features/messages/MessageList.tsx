import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { lazy, Suspense } from 'react';
import { Link, useNavigate } from 'react-router';
import { type Message, messages } from '#contract/messages.ts';
import { queryOf } from '#web/api/query-of.ts';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { retryablePart } from '#web/toolkit/lazy-parts/retryable-part.tsx';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import { addressOf } from './message-address.ts';
import styles from './messages.module.css';
import { useMarkRead } from './use-mark-read.ts';

/** The list of running exports, loaded lazily, apart from the code that every screen loads. */
const RunningExports = lazy(() =>
  retryablePart(async () => (await import('#web/toolkit/exports/RunningExports.tsx')).RunningExports),
);

const pageSize = 10;

/** Shows the latest messages; one about a work order opens it. */
export function MessageList(props: {
  unread: number;
  onOpen: () => void;
  /** Marks all messages up to the time at which the list was read. */
  onMarkAllRead: (asOf: string | undefined) => void;
}) {
  const navigate = useNavigate();
  const markRead = useMarkRead();
  const list = useQuery(queryOf(messages.list, { query: { size: pageSize } }));

  const open = (message: Message) => {
    props.onOpen();
    if (!message.read) void markRead({ ids: [message.id] }).catch(() => undefined);
    const address = addressOf(message);
    if (address !== undefined) void navigate(address);
  };

  return (
    <div className={styles.list}>
      <Suspense>
        <RunningExports onOpen={props.onOpen} />
      </Suspense>
      <div className={styles.listHead}>
        <strong>消息</strong>
        <Button
          type="link"
          size="small"
          disabled={props.unread === 0 || list.isPending}
          onClick={() => props.onMarkAllRead(list.data?.asOf)}
        >
          全部设为已读
        </Button>
      </div>
      {list.isPending && <SkeletonRows rows={4} rowHeight={56} />}
      {list.isError && <FailureState compact failure={list.error} onRetry={() => void list.refetch()} />}
      {list.data?.rows.length === 0 && (
        <EmptyState compact title="暂无消息" hint="有新的待办或催办时，会在这里提醒您。" />
      )}
      <ul>
        {list.data?.rows.map((message) => (
          <li key={message.id}>
            <button type="button" onClick={() => open(message)}>
              <span className={styles.title}>
                {!message.read && <span className={styles.dot} role="img" aria-label="未读" />}
                {message.title}
              </span>
              <span>{message.content}</span>
              <DateTime value={message.messageSendTime} />
            </button>
          </li>
        ))}
      </ul>
      <div className={styles.listFoot}>
        <Link to="/messages" onClick={props.onOpen}>
          查看全部
        </Link>
        <Link to="/message-settings" onClick={props.onOpen}>
          消息设置
        </Link>
      </div>
    </div>
  );
}
