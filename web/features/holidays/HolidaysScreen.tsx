import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { type HolidayYear, holidays } from '#contract/holidays.ts';
import { holidayKindLabel } from '#domain/calendar/holiday-edit.ts';
import { daysBetween, localDateOf, yearOf } from '#domain/calendar/local-date.ts';
import { queryOf } from '#web/api/query-of.ts';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { Card } from '#web/toolkit/page/Card.tsx';
import { Page } from '#web/toolkit/page/Page.tsx';
import { joinClasses } from '#web/toolkit/styles/join-classes.ts';
import cells from '#web/toolkit/table/table.module.css';
import { WideTable } from '#web/toolkit/table/WideTable.tsx';
import { HolidayDialog } from './HolidayDialog.tsx';
import { type HolidaySpan, spansOf, spanText } from './holiday-year.ts';
import { YearCalendar } from './YearCalendar.tsx';
import yearStyles from './year-calendar.module.css';

const [firstYear, lastYear] = [2004, 2100];

/** Shows 节假日: the holidays of one year, which determine its working days. */
export function HolidaysScreen() {
  const today = localDateOf(new Date());
  const [year, setYear] = useState(yearOf(today));
  const [openDialog, setOpenDialog] = useState<{ span: HolidaySpan; isStored: boolean }>();
  const yearQuery = useQuery({
    ...queryOf(holidays.year, { query: { year } }),
    placeholderData: keepPreviousData,
  });

  const openDay = (day: string) => {
    const holiday = yearQuery.data?.days.find((holiday) => holiday.day === day);
    const span = {
      from: day,
      to: day,
      kind: holiday?.kind ?? ('holiday' as const),
      name: holiday?.name ?? '',
    };
    setOpenDialog({ span, isStored: holiday !== undefined });
  };

  return (
    <Page title="节假日">
      <Card>
        <div className={yearStyles.head}>
          <Button
            icon={<LeftOutlined aria-hidden />}
            aria-label="上一年"
            disabled={year <= firstYear}
            onClick={() => setYear(year - 1)}
          />
          <h2 aria-live="polite">{year} 年</h2>
          <Button
            icon={<RightOutlined aria-hidden />}
            aria-label="下一年"
            disabled={year >= lastYear}
            onClick={() => setYear(year + 1)}
          />
          {yearQuery.data?.year === year && <YearRemark year={yearQuery.data} />}
          {yearQuery.data?.editable && (
            <Button type="primary" onClick={() => openDay(year === yearOf(today) ? today : `${year}-01-01`)}>
              设置节假日
            </Button>
          )}
          <ul className={yearStyles.legend} aria-label="图例">
            <li>
              <span className={joinClasses(yearStyles.day, yearStyles.off)}>休</span>放假
            </li>
            <li>
              <span className={joinClasses(yearStyles.day, yearStyles.makeUpDay)}>班</span>调休上班
            </li>
          </ul>
        </div>
        {yearQuery.isPending && <SkeletonRows rows={12} />}
        {yearQuery.isError && (
          <FailureState failure={yearQuery.error} onRetry={() => void yearQuery.refetch()} />
        )}
        {yearQuery.isSuccess && (
          <YearCalendar key={yearQuery.data.year} year={yearQuery.data} today={today} onDay={openDay} />
        )}
      </Card>
      {yearQuery.isSuccess && (
        <Card title="全年安排">
          <Spans year={yearQuery.data} onEdit={(span) => setOpenDialog({ span, isStored: true })} />
        </Card>
      )}
      {openDialog && <HolidayDialog {...openDialog} today={today} onClose={() => setOpenDialog(undefined)} />}
    </Page>
  );
}

function YearRemark({ year }: { year: HolidayYear }) {
  if (!year.coveredYears.includes(year.year))
    return <span>这一年的安排尚未录入，落在这一年的到期时间标“暂定”。</span>;
  return year.editable ? null : <span>这一年的安排不能修改。</span>;
}

/** Shows holidays and make-up working days as text, for users who do not read the calendar. */
function Spans({ year, onEdit }: { year: HolidayYear; onEdit: (span: HolidaySpan) => void }) {
  const spans = spansOf(year.days);
  if (spans.length === 0)
    return (
      <EmptyState
        compact
        title={`${year.year} 年没有节假日安排`}
        hint="国务院办公厅公布放假安排后，点日历中的日期录入。"
      />
    );
  return (
    <WideTable
      label="放假和调休安排"
      columns={[
        '名称',
        '安排',
        '日期',
        { title: '天数', kind: 'number' },
        ...(year.editable ? [{ title: '操作', kind: 'actions' } as const] : []),
      ]}
      limitsHeight
    >
      {spans.map((span) => (
        <tr key={span.from}>
          <th scope="row">{span.name}</th>
          <td>{holidayKindLabel[span.kind]}</td>
          <td>{spanText(span)}</td>
          <td className={cells.number}>{daysBetween(span.from, span.to) + 1}</td>
          {year.editable && (
            <td className={cells.actions}>
              <Button
                type="link"
                size="small"
                aria-label={`修改 ${span.name} ${spanText(span)}`}
                onClick={() => onEdit(span)}
              >
                修改
              </Button>
            </td>
          )}
        </tr>
      ))}
    </WideTable>
  );
}
