import { DownloadOutlined, LeftOutlined, PlusOutlined, RightOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Radio } from 'antd';
import { useMemo, useState } from 'react';
import { type ScheduleEntry, schedule } from '#contract/schedule.ts';
import { addDays, type LocalDate, localDateOf, startOfDay } from '#domain/calendar/local-date.ts';
import { addMonths, daysOfMonthView, daysOfWeek } from '#domain/schedule/calendar-view-days.ts';
import { queryOf } from '#web/api/query-of.ts';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { lazyPart } from '#web/toolkit/lazy-parts/lazy-part.tsx';
import { Page } from '#web/toolkit/page/Page.tsx';
import { DayCard } from './DayCard.tsx';
import { DayGrid } from './DayGrid.tsx';
import { EntryList } from './EntryList.tsx';
import styles from './schedule.module.css';
import { contentOfDays, kindLabel, monthText, type ScheduleKind, scheduleKinds } from './schedule-texts.ts';
import { useRemoval } from './use-removal.tsx';

const EntryDialog = lazyPart(async () => (await import('./EntryDialog.tsx')).EntryDialog);
const FeedDialog = lazyPart(async () => (await import('./FeedDialog.tsx')).FeedDialog);

type View = 'month' | 'week' | 'list';

interface EditedEntry {
  day: LocalDate;
  entry?: ScheduleEntry;
}

const noDaysOff: ReadonlySet<LocalDate> = new Set();

/** Shows 日程: the user's own entries next to the deadlines of waiting tasks (S0 §1, §4). */
export function ScheduleScreen() {
  const [view, setView] = useState<View>('month');
  const [day, setDay] = useState<LocalDate>(() => localDateOf(new Date()));
  const [kinds, setKinds] = useState<ReadonlySet<ScheduleKind>>(() => new Set(scheduleKinds));
  const [editedEntry, setEditedEntry] = useState<EditedEntry>();
  const [isFeedOpen, setFeedOpen] = useState(false);
  const remove = useRemoval();

  const days = useMemo(() => (view === 'week' ? daysOfWeek(day) : daysOfMonthView(day)), [view, day]);
  const [first = day, last = day] = [days[0], days.at(-1)];
  const scheduleQuery = useQuery({
    ...queryOf(schedule.list, {
      query: {
        startDate: startOfDay(first).getTime() / 1000,
        endDate: startOfDay(addDays(last, 1)).getTime() / 1000,
      },
    }),
    placeholderData: keepPreviousData,
  });
  const contentOf = useMemo(
    () => contentOfDays(days, scheduleQuery.data, kinds),
    [days, scheduleQuery.data, kinds],
  );
  const daysOff = useMemo(
    () => (scheduleQuery.data === undefined ? noDaysOff : new Set(scheduleQuery.data.daysOff)),
    [scheduleQuery.data],
  );
  const today = scheduleQuery.data?.today;
  const step = (steps: number) => setDay(view === 'week' ? addDays(day, steps * 7) : addMonths(day, steps));
  const create = (newDay: LocalDate) => setEditedEntry({ day: newDay });
  const change = (entry: ScheduleEntry) => setEditedEntry({ day, entry });
  const toggle = (kind: ScheduleKind, isOn: boolean) =>
    setKinds(new Set(scheduleKinds.filter((other) => (other === kind ? isOn : kinds.has(other)))));
  const daysOfSelectedMonth = days.filter((other) => other.slice(0, 7) === day.slice(0, 7));

  return (
    <Page
      title="日程"
      actions={
        <>
          <Button icon={<DownloadOutlined aria-hidden />} onClick={() => setFeedOpen(true)}>
            订阅日历
          </Button>
          <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => create(day)}>
            新建日程
          </Button>
        </>
      }
    >
      <div className={styles.layout}>
        <div className={styles.calendar}>
          <div className={styles.tools}>
            <h2 aria-live="polite">{monthText(day)}</h2>
            <Button
              icon={<LeftOutlined aria-hidden />}
              aria-label={view === 'week' ? '上一周' : '上一月'}
              onClick={() => step(-1)}
            />
            <Button
              icon={<RightOutlined aria-hidden />}
              aria-label={view === 'week' ? '下一周' : '下一月'}
              onClick={() => step(1)}
            />
            <Button onClick={() => setDay(today ?? localDateOf(new Date()))}>今天</Button>
            <Radio.Group
              className={styles.views}
              aria-label="视图"
              optionType="button"
              value={view}
              onChange={({ target }) => setView(target.value as View)}
              options={[
                { value: 'month', label: '月' },
                { value: 'week', label: '周' },
                { value: 'list', label: '列表' },
              ]}
            />
            <fieldset className={styles.kindFilter}>
              <legend className="visually-hidden">显示的内容</legend>
              {scheduleKinds.map((kind) => (
                <Checkbox
                  key={kind}
                  checked={kinds.has(kind)}
                  onChange={({ target }) => toggle(kind, target.checked)}
                >
                  {kindLabel[kind]}
                </Checkbox>
              ))}
            </fieldset>
          </div>
          {scheduleQuery.isPending && <SkeletonRows rows={6} rowHeight={88} />}
          {scheduleQuery.isError && (
            <FailureState failure={scheduleQuery.error} onRetry={() => void scheduleQuery.refetch()} />
          )}
          {scheduleQuery.isSuccess && view !== 'list' && (
            <DayGrid
              days={days}
              selected={day}
              today={today}
              daysOff={daysOff}
              contentOf={contentOf}
              onSelect={setDay}
              onCreate={create}
            />
          )}
          {scheduleQuery.isSuccess && view === 'list' && (
            <EntryList
              days={daysOfSelectedMonth}
              contentOf={contentOf}
              onChange={change}
              onRemove={(entries) => void remove(entries)}
            />
          )}
        </div>
        {scheduleQuery.isSuccess && view !== 'list' && (
          <DayCard
            day={day}
            content={contentOf(day)}
            onCreate={() => create(day)}
            onChange={change}
            onRemove={(entry) => void remove([entry])}
          />
        )}
      </div>
      {editedEntry && (
        <EntryDialog
          day={editedEntry.day}
          entry={editedEntry.entry}
          onClose={() => setEditedEntry(undefined)}
          onLoadFailed={() => setEditedEntry(undefined)}
        />
      )}
      {isFeedOpen && (
        <FeedDialog onClose={() => setFeedOpen(false)} onLoadFailed={() => setFeedOpen(false)} />
      )}
    </Page>
  );
}
