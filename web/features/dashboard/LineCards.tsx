import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import type { Dashboard } from '#contract/dashboard.ts';
import { weekdayOf } from '#domain/calendar/local-date.ts';
import { ChartCard } from './ChartCard.tsx';
import styles from './charts.module.css';
import type { Line, LineChartData } from './draw-chart.ts';
import { FigureLink, FigureTable } from './FigureTable.tsx';
import { listUrl, oneDecimalText, onTimeRate, previousPeriodText, weekdayNames } from './figure-texts.ts';
import { LineChart } from './LineChart.tsx';
import { rateAxis } from './rate-axis.ts';

/** The on-time rate that an office aims at, in per cent. */
const onTimeTarget = 95;

function Legend({ lines }: { lines: readonly Pick<Line, 'name' | 'stroke' | 'colour'>[] }) {
  return (
    <span className={styles.legend} aria-hidden="true">
      {lines.map(({ name, stroke, colour }) => (
        <span key={name}>
          <i className={styles[stroke]} style={{ borderTopColor: `var(--${colour})` }} />
          {name}
        </span>
      ))}
    </span>
  );
}

/** Returns the data of the line chart of intake and conclusion. */
export function useIntakeChart(page: Dashboard, fontSize: number): LineChartData {
  const { days, span } = page;
  const navigate = useNavigate();
  return useMemo(() => {
    const previousPeriod = `${previousPeriodText(span)}收件`;
    return {
      xLabels: days.map(({ day }) => day.slice(5)),
      unit: '件',
      fontSize,
      lines: [
        { name: '收件', values: days.map(({ intake }) => intake.count), colour: 'primary', stroke: 'solid' },
        {
          name: '办结',
          values: days.map(({ concluded }) => concluded.count),
          colour: 'info',
          stroke: 'dashed',
        },
        {
          name: previousPeriod,
          values: days.map((day) => day.before),
          colour: 'control-border',
          stroke: 'dotted',
        },
      ],
      onSelect: (index) => {
        const intake = days[index]?.intake;
        if (intake && intake.count > 0) void navigate(listUrl(intake));
      },
    };
  }, [days, span, fontSize, navigate]);
}

/** Shows 收件与办结 by day. */
export function IntakeCard({ page }: { page: Dashboard }) {
  const chartData = useIntakeChart(page, 12);
  const { days, now } = page;
  const previousPeriod = `${previousPeriodText(page.span)}收件`;
  return (
    <ChartCard
      days={page.span}
      title="收件与办结"
      note="按日，件"
      legend={<Legend lines={chartData.lines} />}
      chart={
        <LineChart
          chartData={chartData}
          label={`按日收件与办结的折线图：共收件 ${now.intake.count} 件，办结 ${now.concluded.count} 件`}
        />
      }
      table={
        <FigureTable
          caption="按日收件与办结"
          firstColumnTitle="日期"
          rows={days}
          keyOf={({ day }) => day}
          nameOf={({ day }) => `${day} ${weekdayNames[weekdayOf(day)]}`}
          columns={[
            {
              title: '收件',
              cell: ({ day, intake }) => <FigureLink figure={intake} description={`${day} 收件`} />,
            },
            {
              title: '办结',
              cell: ({ day, concluded }) => <FigureLink figure={concluded} description={`${day} 办结`} />,
            },
            { title: previousPeriod, cell: (day) => day.before ?? '—' },
          ]}
        />
      }
    />
  );
}

const rateOf = ({ onTime, late }: Dashboard['months'][number]) =>
  onTimeRate({ onTime: onTime.count, late: late.count });

export function useRateChart({ months }: Dashboard, fontSize: number): LineChartData {
  return useMemo(() => {
    const rates = months.map(rateOf);
    const axis = rateAxis([onTimeTarget, ...rates.filter((rate) => rate !== undefined)]);
    return {
      xLabels: months.map(({ month }) => `${Number(month.slice(5))}月`),
      unit: '%',
      fontSize,
      ...axis,
      highest: 100,
      target: { at: onTimeTarget, name: `目标 ${onTimeTarget}%` },
      lines: [
        {
          name: '按期办结率',
          values: rates.map((rate) => (rate === undefined ? null : Number(rate.toFixed(1)))),
          colour: 'primary',
          stroke: 'solid',
          hasLabels: true,
        },
      ],
    };
  }, [months, fontSize]);
}

/** Shows 按期办结率 of the last months, with the target. */
export function OnTimeCard({ page }: { page: Dashboard }) {
  const chartData = useRateChart(page, 12);
  const { months } = page;
  const ratesText = months.map((month) => `${month.month} ${oneDecimalText(rateOf(month))}%`).join('，');
  return (
    <ChartCard
      days={page.span}
      title="按期办结率"
      note={`近 ${months.length} 个月`}
      emptyText={
        months.every((month) => rateOf(month) === undefined) ? '这几个月没有办结的办件。' : undefined
      }
      chart={
        <LineChart chartData={chartData} label={`按期办结率的折线图，目标 ${onTimeTarget}%：${ratesText}`} />
      }
      table={
        <FigureTable
          caption="近几个月按期办结率"
          firstColumnTitle="月份"
          rows={months}
          keyOf={({ month }) => month}
          nameOf={({ month }) => month}
          columns={[
            {
              title: '按期办结',
              cell: ({ month, onTime }) => <FigureLink figure={onTime} description={`${month} 按期办结`} />,
            },
            {
              title: '超期办结',
              cell: ({ month, late }) => (
                <FigureLink figure={late} description={`${month} 超期办结`} isUrgent />
              ),
            },
            { title: '按期办结率', cell: (month) => `${oneDecimalText(rateOf(month))}%` },
          ]}
        />
      }
    />
  );
}
