import { BellOutlined, DeleteOutlined, EditOutlined, PlusOutlined, WarningOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Link } from 'react-router';
import type { Deadline, ScheduleEntry } from '#contract/schedule.ts';
import { dueTimeText } from '#domain/calendar/due-text.ts';
import type { LocalDate } from '#domain/calendar/local-date.ts';
import { conflictsAmong } from '#domain/schedule/entry.ts';
import { detailUrl } from '#web/toolkit/page/order-address.ts';
import { DueLight } from '#web/toolkit/status/DueLight.tsx';
import styles from './schedule.module.css';
import {
  clockText,
  type DayContent,
  dayText,
  deadlineTexts,
  reminderText,
  spanText,
} from './schedule-texts.ts';

/** Shows one day in full: overlapping entries on top, own entries, and due tasks. */
export function DayCard(props: {
  day: LocalDate;
  content: DayContent;
  onCreate: () => void;
  onChange: (entry: ScheduleEntry) => void;
  onRemove: (entry: ScheduleEntry) => void;
}) {
  const { day, content } = props;
  const { entries, deadlines } = content;
  const conflicts = conflictsAmong(entries);
  return (
    <section className={styles.dayCard} aria-labelledby="schedule-day">
      <h2 id="schedule-day">{dayText(day)}</h2>
      {conflicts.count > 0 && (
        <p className={styles.conflict} role="status">
          <WarningOutlined aria-hidden="true" />
          <span>
            {conflicts.first
              .map(([one, other]) => `${clockText(one.startDate)} 与 ${clockText(other.startDate)} 的两项`)
              .join('、')}
            {conflicts.count > 3 && ` 等 ${conflicts.count} 处`}时间冲突，请调整其中一项。
          </span>
        </p>
      )}
      <h3>我的日程 {entries.length} 项</h3>
      {entries.length === 0 && <p className={styles.empty}>当日没有日程。</p>}
      <ul>
        {entries.map((entry) => (
          <li key={entry.id}>
            <EntryLine entry={entry} onChange={props.onChange} onRemove={props.onRemove} />
          </li>
        ))}
      </ul>
      <h3>办件时限 {deadlines.length} 项</h3>
      {deadlines.length === 0 && <p className={styles.empty}>当日没有到期的办件。</p>}
      <ul>
        {deadlines.map((deadline) => (
          <li key={`${deadline.kind}${deadline.workorderTraceId}`}>
            <DeadlineLine deadline={deadline} />
          </li>
        ))}
      </ul>
      <Button className={styles.addButton} icon={<PlusOutlined aria-hidden />} onClick={props.onCreate}>
        在当日新建
      </Button>
    </section>
  );
}

/** Shows one entry with the actions on it. */
export function EntryLine(props: {
  entry: ScheduleEntry;
  onChange: (entry: ScheduleEntry) => void;
  onRemove: (entry: ScheduleEntry) => void;
}) {
  const { entry } = props;
  const reminder = reminderText(entry);
  return (
    <div className={styles.dayEntry}>
      <span className={styles.time}>{spanText(entry)}</span>
      <strong>{entry.scheduleName}</strong>
      {entry.address !== '' && <span className={styles.secondaryText}>{entry.address}</span>}
      {reminder !== undefined && (
        <span className={styles.secondaryText}>
          <BellOutlined aria-hidden="true" /> {reminder}
        </span>
      )}
      {entry.remark !== '' && <span className={styles.secondaryText}>{entry.remark}</span>}
      <span className={styles.dayEntryActions}>
        <Button
          type="text"
          size="small"
          icon={<EditOutlined aria-hidden />}
          aria-label={`修改 ${entry.scheduleName}`}
          onClick={() => props.onChange(entry)}
        />
        <Button
          type="text"
          size="small"
          icon={<DeleteOutlined aria-hidden />}
          aria-label={`删除 ${entry.scheduleName}`}
          onClick={() => props.onRemove(entry)}
        />
      </span>
    </div>
  );
}

/** Shows one deadline; its number links to the order. */
export function DeadlineLine({ deadline }: { deadline: Deadline }) {
  const { workorderCode, workorderTraceId, title, nodeName, kind, light, lightText } = deadline;
  return (
    <div className={styles.dayEntry}>
      <span className={styles.time}>{dueTimeText(new Date(deadline.dueDate * 1000))}</span>
      <span>
        <Link to={detailUrl(workorderCode, { traceId: workorderTraceId })}>{workorderCode}</Link> {title}
      </span>
      <span className={styles.secondaryText}>
        <DueLight due={{ light, text: lightText }} /> {deadlineTexts[kind]} · {nodeName}
      </span>
    </div>
  );
}
