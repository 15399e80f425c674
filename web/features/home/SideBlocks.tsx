import { EditOutlined, FileAddOutlined } from '@ant-design/icons';
import { Link } from 'react-router';
import type { HomePage } from '#contract/home.ts';
import type { Message } from '#contract/messages.ts';
import { minuteText } from '#domain/calendar/local-date.ts';
import { detailUrl } from '#web/toolkit/page/order-address.ts';
import { joinClasses } from '#web/toolkit/styles/join-classes.ts';
import { EmptyBlockText, HomeCard } from './HomeCard.tsx';
import styles from './home.module.css';

/** Returns the time if it is today, else the date. */
function timeOrDate(instant: string, today: string): string {
  const text = minuteText(new Date(instant));
  return text.startsWith(today) ? text.slice(11) : text.slice(5, 10);
}

/** Checks whether there is anything for 快速发起; many leaders start no orders. */
export function canStart({ items, drafts }: HomePage): boolean {
  return items.length > 0 || drafts.total > 0;
}

/** Shows 快速发起: the items that the user starts most, and unfinished drafts. */
export function QuickStart({ page }: { page: HomePage }) {
  const { items, drafts, today } = page;
  return (
    <HomeCard
      title="快速发起"
      listLink={
        <>
          {drafts.total > 0 && <Link to="/affair/draft">草稿 {drafts.total} 件</Link>}
          {items.length > 0 && <Link to="/workflow-new">全部事项</Link>}
        </>
      }
    >
      <ul className={styles.lines}>
        {items.map(({ taskCode, name, started }) => (
          <li key={taskCode}>
            <FileAddOutlined aria-hidden="true" />
            <Link to={`/initiation/${taskCode}`}>{name}</Link>
            {started > 0 && <span className={styles.second}>近 90 天 {started} 次</span>}
          </li>
        ))}
        {drafts.rows.slice(0, 2).map(({ id, taskCode, title, updatedAt }) => (
          <li key={id}>
            <EditOutlined aria-hidden="true" />
            <Link to={`/initiation/${taskCode}?draftId=${id}`} title={title}>
              继续草稿：{title}
            </Link>
            <span className={styles.second}>{timeOrDate(updatedAt, today)}</span>
          </li>
        ))}
      </ul>
    </HomeCard>
  );
}

/** Number of messages below 快速发起; without it there is space for all that are loaded. */
const fewMessages = 5;

/** Shows 未读消息: the newest messages; one about an order opens it. */
export function UnreadMessages({ page }: { page: HomePage }) {
  const { total } = page.unread;
  const rows = canStart(page) ? page.unread.rows.slice(0, fewMessages) : page.unread.rows;
  return (
    <HomeCard
      title="未读消息"
      note={total > 0 ? `${total} 条` : undefined}
      listLink={<Link to="/messages">消息中心</Link>}
    >
      {rows.length === 0 ? (
        <EmptyBlockText>没有未读消息。</EmptyBlockText>
      ) : (
        <ul className={styles.lines}>
          {rows.map((message) => (
            <li key={message.id}>
              <span className={styles.dot} aria-hidden="true" />
              <MessageTitle message={message} />
              <span className={styles.second}>{timeOrDate(message.messageSendTime, page.today)}</span>
            </li>
          ))}
        </ul>
      )}
    </HomeCard>
  );
}

/** Shows 未读抄送: copies that the user has not opened. */
export function UnreadCopies({ page }: { page: HomePage }) {
  const { rows, total } = page.copies;
  return (
    <HomeCard
      title="未读抄送"
      note={total > 0 ? `${total} 件` : undefined}
      listLink={<Link to="/copied">抄送我的</Link>}
    >
      {rows.length === 0 ? (
        <EmptyBlockText>没有未读的抄送。</EmptyBlockText>
      ) : (
        <ul className={styles.lines}>
          {rows.map((row) => (
            <li key={row.traceId}>
              <span className={styles.dot} aria-hidden="true" />
              <Link to={detailUrl(row.code)} title={`${row.byName}抄送：${row.title}`}>
                {row.title}
              </Link>
              <span className={styles.second}>{timeOrDate(row.copiedAt, page.today)}</span>
            </li>
          ))}
        </ul>
      )}
    </HomeCard>
  );
}

function MessageTitle({ message }: { message: Message }) {
  const { title, workorderCode, workorderTraceId } = message;
  if (workorderCode === null) return <span title={title}>{title}</span>;
  const url = detailUrl(workorderCode, workorderTraceId === null ? {} : { traceId: workorderTraceId });
  return (
    <Link to={url} title={title}>
      {title}
    </Link>
  );
}

const weekdays = ['一', '二', '三', '四', '五', '六', '日'] as const;

/** Shows 本周: the number of tasks due on each day. */
export function DueThisWeek({ page }: { page: HomePage }) {
  return (
    <HomeCard title="本周" note="数字为当天到期件数">
      <ul className={styles.week}>
        {page.days.map(({ day, due }, index) => {
          const isToday = day === page.today;
          return (
            <li key={day}>
              <Link
                to={`/todo?dueDay=${day}`}
                className={joinClasses(styles.day, isToday && styles.today)}
                aria-current={isToday ? 'date' : undefined}
              >
                <span className={styles.second}>{isToday ? '今天' : weekdays[index]}</span>
                <b>{Number(day.slice(8))}</b>
                <span className={styles.second}>
                  <span className="visually-hidden">到期 </span>
                  {due > 0 ? `${due} 件` : '—'}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </HomeCard>
  );
}
