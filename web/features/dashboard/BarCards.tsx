import { Link } from 'react-router';
import type { Dashboard, Figure, FigurePart } from '#contract/dashboard.ts';
import { joinClasses } from '#web/toolkit/styles/join-classes.ts';
import { ChartCard } from './ChartCard.tsx';
import styles from './charts.module.css';
import { FigureLink, FigureTable } from './FigureTable.tsx';
import {
  averageDays,
  countChangeText,
  listUrl,
  longestOverdueText,
  oneDecimalText,
  onTimeRate,
  previousPeriodText,
} from './figure-texts.ts';

/** Number of bars in the chart; the table contains all. */
const maxBars = 6;

export interface Bar {
  id: string;
  name: string;
  figure: Figure;
  note: string;
}

/** Shows rows of name, bar and number on one scale; a row with an address is a link. */
export function Bars(props: { bars: readonly Bar[]; isUrgent?: boolean; hasLinks?: boolean }) {
  const maxCount = Math.max(1, ...props.bars.map(({ figure }) => figure.count));
  return (
    <ul className={styles.bars}>
      {props.bars.map(({ id, name, figure, note }) => (
        <li key={id}>
          <span className={styles.barName} title={name}>
            {name}
          </span>
          <span className={styles.track} aria-hidden="true">
            <i
              className={joinClasses(styles.fill, props.isUrgent && styles.fillPressing)}
              style={{ width: `${(figure.count / maxCount) * 100}%` }}
            />
          </span>
          {props.hasLinks === false || figure.count === 0 ? (
            <b>{figure.count}</b>
          ) : (
            <Link to={listUrl(figure)} aria-label={`${name} ${figure.count} 件`}>
              {figure.count}
            </Link>
          )}
          <span className={styles.barNote}>{note}</span>
        </li>
      ))}
    </ul>
  );
}

/** Returns the units with overdue orders, the most first. */
export function overdueBars({ units, today }: Dashboard, limit: number): Bar[] {
  return units
    .filter(({ overdue }) => overdue.count > 0)
    .slice(0, limit)
    .map(({ id, name, overdue, oldestDueOn }) => ({
      id,
      name,
      figure: overdue,
      note: longestOverdueText(oldestDueOn, today),
    }));
}

/** Shows 全程超期 by unit; its table compares all figures of the units. */
export function UnitCard({ page }: { page: Dashboard }) {
  const { units, now } = page;
  const bars = overdueBars(page, maxBars);
  const rate = ({ onTime, late }: Dashboard['units'][number]) =>
    onTimeRate({ onTime: onTime.count, late: late.count });
  return (
    <ChartCard
      days={page.span}
      title="全程超期"
      note="按受理机构"
      chart={
        bars.length === 0 ? (
          <p className={styles.nothing}>没有超期的办件。</p>
        ) : (
          <>
            <Bars bars={bars} isUrgent />
            <Link to={listUrl(now.overdue)} className={styles.all}>
              查看全部 {now.overdue.count} 件
            </Link>
          </>
        )
      }
      table={
        <FigureTable
          caption="各受理机构"
          firstColumnTitle="受理机构"
          rows={units}
          keyOf={({ id }) => id}
          nameOf={({ name }) => name}
          columns={[
            {
              title: '收件',
              cell: ({ name, intake }) => <FigureLink figure={intake} description={`${name}收件`} />,
            },
            {
              title: '办结',
              cell: ({ name, concluded }) => <FigureLink figure={concluded} description={`${name}办结`} />,
            },
            {
              title: '在办',
              cell: ({ name, open }) => <FigureLink figure={open} description={`${name}在办`} />,
            },
            {
              title: '全程超期',
              cell: ({ name, overdue }) => (
                <FigureLink figure={overdue} description={`${name}全程超期`} isUrgent />
              ),
            },
            {
              title: '按期率',
              cell: (unit) => (rate(unit) === undefined ? '—' : `${oneDecimalText(rate(unit))}%`),
            },
            {
              title: '平均用时',
              cell: ({ workedDays, concluded }) =>
                oneDecimalText(averageDays({ workedDays, concluded: concluded.count })),
            },
          ]}
        />
      }
    />
  );
}

export function intakeBars(parts: readonly FigurePart[], limit: number): Bar[] {
  return parts.slice(0, limit).map(({ id, name, intake, before }) => ({
    id,
    name,
    figure: intake,
    note: countChangeText(intake.count, before).replace(/（.*/, ''),
  }));
}

/** Shows the intake by category, item, channel or region, with that of the previous period. */
export function IntakeBreakdownCard(props: {
  page: Dashboard;
  title: string;
  firstColumnTitle: string;
  parts: readonly FigurePart[];
}) {
  const { page, title, firstColumnTitle, parts } = props;
  const previousPeriod = previousPeriodText(page.span);
  return (
    <ChartCard
      days={page.span}
      title={title}
      note={`收件，较${previousPeriod}`}
      emptyText={parts.length === 0 ? '这段时间没有收件。' : undefined}
      chart={<Bars bars={intakeBars(parts, maxBars)} />}
      table={
        <FigureTable
          caption={title}
          firstColumnTitle={firstColumnTitle}
          rows={parts}
          keyOf={({ id }) => id}
          nameOf={({ name }) => name}
          columns={[
            {
              title: '收件',
              cell: ({ name, intake }) => <FigureLink figure={intake} description={`${name}收件`} />,
            },
            { title: previousPeriod, cell: (part) => part.before },
            { title: '比较', cell: (part) => countChangeText(part.intake.count, part.before) },
          ]}
        />
      }
    />
  );
}

/** Shows 各环节在办: open orders by step, with those overdue by the step's limit; the table comes first. */
export function StepCard({ page }: { page: Dashboard }) {
  const steps = page.steps.toSorted((a, b) => b.open.count - a.open.count);
  const bars = steps.map(({ name, open, overdue }) => ({
    id: name,
    name,
    figure: open,
    note: overdue.count > 0 ? `环节超期 ${overdue.count}` : '',
  }));
  return (
    <ChartCard
      days={page.span}
      title="各环节在办"
      note="件，按环节时限；同时在几个环节的各计一次"
      initialView="table"
      emptyText={steps.length === 0 ? '没有在办的办件。' : undefined}
      chart={<Bars bars={bars.slice(0, maxBars)} />}
      table={
        <FigureTable
          caption="各环节在办"
          firstColumnTitle="环节"
          rows={steps}
          keyOf={({ name }) => name}
          nameOf={({ name }) => name}
          columns={[
            {
              title: '在办',
              cell: ({ name, open }) => <FigureLink figure={open} description={`${name}在办`} />,
            },
            {
              title: '环节将到期',
              cell: ({ name, soon }) => <FigureLink figure={soon} description={`${name}环节将到期`} />,
            },
            {
              title: '环节超期',
              cell: ({ name, overdue }) => (
                <FigureLink figure={overdue} description={`${name}环节超期`} isUrgent />
              ),
            },
          ]}
        />
      }
    />
  );
}
