import { RightOutlined } from '@ant-design/icons';
import { Link } from 'react-router';
import type { Dashboard, Totals } from '#contract/dashboard.ts';
import { joinClasses } from '#web/toolkit/styles/join-classes.ts';
import styles from './figure-cards.module.css';
import {
  averageDays,
  countChangeText,
  fromDashboard,
  listUrl,
  longestOverdueText,
  oneDecimalText,
  onTimeRate,
  previousPeriodText,
  valueChangeText,
  withoutBreaksInFigures,
} from './figure-texts.ts';

export interface FigureCard {
  label: string;
  value: string;
  unit: string;
  to: string;
  /** Comparisons as texts. */
  notes: readonly string[];
  isUrgent?: boolean;
}

/**
 * Returns the cards of the seven figures of an office with their comparisons: the same on the screen, on the
 * wall and in print.
 */
export function figureCards({
  now,
  span,
  today,
  totalsBefore,
  totalsLastYear,
  overdueYesterday,
}: Dashboard): FigureCard[] {
  const previousPeriod = `较${previousPeriodText(span)}`;
  const previousYear = '较去年同期';
  const counts = {
    onTime: now.onTime.count,
    late: now.late.count,
    workedDays: now.workedDays,
    concluded: now.concluded.count,
  };
  const countComparisons = (name: 'intake' | 'concluded' | 'open') => [
    `${previousPeriod} ${countChangeText(now[name].count, totalsBefore[name])}`,
    `${previousYear} ${countChangeText(now[name].count, totalsLastYear[name])}`,
  ];
  const valueComparisons = (
    getValue: (totals: Totals | typeof counts) => number | undefined,
    unit: string,
  ) => [
    `${previousPeriod} ${valueChangeText(getValue(counts), getValue(totalsBefore), unit)}`,
    `${previousYear} ${valueChangeText(getValue(counts), getValue(totalsLastYear), unit)}`,
  ];
  const longest = longestOverdueText(now.oldestDueOn, today);
  return [
    {
      label: '收件',
      value: String(now.intake.count),
      unit: '件',
      to: listUrl(now.intake),
      notes: countComparisons('intake'),
    },
    {
      label: '办结',
      value: String(now.concluded.count),
      unit: '件',
      to: listUrl(now.concluded),
      notes: countComparisons('concluded'),
    },
    {
      label: '在办',
      value: String(now.open.count),
      unit: '件',
      to: listUrl(now.open),
      notes: [countComparisons('open')[0] ?? '', `其中全程将到期 ${now.soon.count} 件`],
    },
    {
      label: '按期办结率',
      value: oneDecimalText(onTimeRate(counts)),
      unit: '%',
      to: listUrl(now.onTime),
      notes: valueComparisons(onTimeRate, '个百分点'),
    },
    {
      label: '平均用时',
      value: oneDecimalText(averageDays(counts)),
      unit: '个工作日',
      to: listUrl(now.concluded),
      notes: valueComparisons(averageDays, '个工作日'),
    },
    {
      label: '全程超期',
      value: String(now.overdue.count),
      unit: '件',
      to: listUrl(now.overdue),
      notes: [
        `${previousPeriod} ${countChangeText(now.overdue.count, totalsBefore.overdue)}`,
        `较昨日 ${countChangeText(now.overdue.count, overdueYesterday)}`,
        ...(longest === '' ? [] : [longest]),
      ],
      isUrgent: now.overdue.count > 0,
    },
    {
      label: '环节超期',
      value: String(now.stepOverdue.count),
      unit: '件',
      to: listUrl(now.stepOverdue),
      notes: ['超过所在环节的时限', '全程未必超期'],
      isUrgent: now.stepOverdue.count > 0,
    },
  ];
}

/** Shows seven figures, each a link to its list; only overdue ones are red. */
export function FigureCards({ page }: { page: Dashboard }) {
  return (
    <ul className={styles.cards} aria-label="主要数据">
      {figureCards(page).map(({ label, value, unit, to, notes, isUrgent }) => (
        <li key={label}>
          <Link to={to} state={fromDashboard} className={styles.card}>
            <span className={styles.label}>
              {label}
              <RightOutlined aria-hidden="true" />
            </span>
            <span className={joinClasses(styles.value, isUrgent && styles.pressing)}>
              {value} <small>{unit}</small>
            </span>
            {notes.map((note) => (
              <span key={note} className={styles.note}>
                {withoutBreaksInFigures(note)}
              </span>
            ))}
          </Link>
        </li>
      ))}
    </ul>
  );
}
