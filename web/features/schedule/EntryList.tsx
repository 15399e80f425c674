import { DeleteOutlined } from '@ant-design/icons';
import { Button, Checkbox } from 'antd';
import { useState } from 'react';
import type { ScheduleEntry } from '#contract/schedule.ts';
import type { LocalDate } from '#domain/calendar/local-date.ts';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { DeadlineLine, EntryLine } from './DayCard.tsx';
import styles from './schedule.module.css';
import { type DayContent, dayText } from './schedule-texts.ts';

/** Shows a month as a list by day; own entries can be selected and deleted together. */
export function EntryList(props: {
  days: readonly LocalDate[];
  contentOf: (day: LocalDate) => DayContent;
  onChange: (entry: ScheduleEntry) => void;
  onRemove: (entries: readonly ScheduleEntry[]) => void;
}) {
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const daysWithContent = props.days.filter((day) => {
    const { entries, deadlines } = props.contentOf(day);
    return entries.length + deadlines.length > 0;
  });
  const entryById = new Map(
    daysWithContent.flatMap((day) => props.contentOf(day).entries.map((entry) => [entry.id, entry])),
  );
  const selectedEntries = [...entryById.values()].filter(({ id }) => selectedIds.has(id));
  const setSelected = (id: string, isSelected: boolean) =>
    setSelectedIds(
      (before) =>
        new Set(isSelected ? [...before, id] : [...before].filter((removedEntry) => removedEntry !== id)),
    );
  if (daysWithContent.length === 0) {
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
        <span role="status">
          {selectedEntries.length > 0 ? `已选 ${selectedEntries.length} 项` : `共 ${entryById.size} 项日程`}
        </span>
        <Button
          size="small"
          icon={<DeleteOutlined aria-hidden />}
          disabled={selectedEntries.length === 0}
          onClick={() => props.onRemove(selectedEntries)}
        >
          删除所选
        </Button>
      </div>
      {daysWithContent.map((day) => {
        const { entries, deadlines } = props.contentOf(day);
        return (
          <section key={day} aria-label={dayText(day)}>
            <h3>{dayText(day)}</h3>
            <ul>
              {entries.map((entry) => (
                <li key={entry.id} className={styles.selectableRow}>
                  <Checkbox
                    aria-label={`选择 ${entry.scheduleName}`}
                    checked={selectedIds.has(entry.id)}
                    onChange={({ target }) => setSelected(entry.id, target.checked)}
                  />
                  <EntryLine
                    entry={entry}
                    onChange={props.onChange}
                    onRemove={(removedEntry) => props.onRemove([removedEntry])}
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
