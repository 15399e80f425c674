import { DeleteOutlined } from '@ant-design/icons';
import { Button, Checkbox } from 'antd';
import { useState } from 'react';
import type { ScheduleEntry } from '#contract/schedule.ts';
import type { LocalDate } from '#domain/calendar/local-date.ts';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { DeadlineLine, EntryLine } from './DayCard.tsx';
import styles from './schedule.module.css';
import { type DayContent, dayText } from './schedule-texts.ts';

/** Shows a month as a list by day; own entries can be ticked and deleted together. */
export function EntryList(props: {
  days: readonly LocalDate[];
  contentOf: (day: LocalDate) => DayContent;
  onChange: (entry: ScheduleEntry) => void;
  onRemove: (entries: readonly ScheduleEntry[]) => void;
}) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const filled = props.days.filter((day) => {
    const { entries, deadlines } = props.contentOf(day);
    return entries.length + deadlines.length > 0;
  });
  const all = new Map(
    filled.flatMap((day) => props.contentOf(day).entries.map((entry) => [entry.id, entry])),
  );
  const chosen = [...all.values()].filter(({ id }) => ticked.has(id));
  const tick = (id: string, on: boolean) =>
    setTicked((before) => new Set(on ? [...before, id] : [...before].filter((one) => one !== id)));
  if (filled.length === 0) {
    return (
      <EmptyState
        title="本月没有日程"
        hint="点击“新建日程”登记会议、接访和走访；您的办件到期也会显示在这里。"
      />
    );
  }
  return (
    <div className={styles.list}>
      <div className={styles.listTools}>
        <span role="status">{chosen.length > 0 ? `已选 ${chosen.length} 项` : `共 ${all.size} 项日程`}</span>
        <Button
          size="small"
          icon={<DeleteOutlined aria-hidden />}
          disabled={chosen.length === 0}
          onClick={() => props.onRemove(chosen)}
        >
          删除所选
        </Button>
      </div>
      {filled.map((day) => {
        const { entries, deadlines } = props.contentOf(day);
        return (
          <section key={day} aria-label={dayText(day)}>
            <h3>{dayText(day)}</h3>
            <ul>
              {entries.map((entry) => (
                <li key={entry.id} className={styles.selectableRow}>
                  <Checkbox
                    aria-label={`选择 ${entry.scheduleName}`}
                    checked={ticked.has(entry.id)}
                    onChange={({ target }) => tick(entry.id, target.checked)}
                  />
                  <EntryLine
                    entry={entry}
                    onChange={props.onChange}
                    onRemove={(one) => props.onRemove([one])}
                  />
                </li>
              ))}
              {deadlines.map((deadline) => (
                <li key={`${deadline.kind}${deadline.workorderTraceId}`} className={styles.selectableRow}>
                  <span />
                  <DeadlineLine deadline={deadline} />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
