import { createPortal } from 'react-dom';
import type { Dashboard } from '#contract/dashboard.ts';
import { minuteText } from '#domain/calendar/local-date.ts';
import { useMe } from '#web/api/use-me.ts';
import styles from './dashboard-print.module.css';
import { figureCards } from './FigureCards.tsx';
import {
  countChangeText,
  longestOverdueText,
  oneDecimalText,
  onTimeRate,
  previousPeriodText,
} from './figure-texts.ts';
import { nameWithOrganisation } from './OverdueCards.tsx';

const maxRows = 8;

/**
 * Shows 简报: the figures on one A4 page under the office's name; it exists only while it is printed
 * (`usePrinting`).
 */
export function DashboardPrint({ page }: { page: Dashboard }) {
  const me = useMe();
  const { span, today } = page;
  const overdue = page.units.filter((unit) => unit.overdue.count > 0).slice(0, maxRows);
  return createPortal(
    <article className={styles.sheet}>
      <p className={styles.office}>{me?.orgName}</p>
      <h1>办件情况简报</h1>
      <p className={styles.days}>
        {span.from} 至 {span.to}（{previousPeriodText(span)}：{page.before.from} 至 {page.before.to}）
      </p>
      <table>
        <caption>主要数据</caption>
        <tbody>
          {figureCards(page).map(({ label, value, unit, notes }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>
                {value} {unit}
              </td>
              <td>{notes.join('；')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={styles.halves}>
        <table>
          <caption>按期办结率</caption>
          <tbody>
            {page.months.map(({ month, onTime, late }) => (
              <tr key={month}>
                <th scope="row">{month}</th>
                <td>{oneDecimalText(onTimeRate({ onTime: onTime.count, late: late.count }))}%</td>
                <td>
                  按期 {onTime.count} 件，超期 {late.count} 件
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <table>
          <caption>各环节在办</caption>
          <tbody>
            {page.steps.slice(0, maxRows).map(({ name, open, overdue: late }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{open.count} 件</td>
                <td>环节超期 {late.count} 件</td>
              </tr>
            ))}
          </tbody>
        </table>
        <table>
          <caption>环节超期（按经办人）</caption>
          <tbody>
            {page.latePeople.length === 0 && (
              <tr>
                <td>没有环节超期的办件。</td>
              </tr>
            )}
            {page.latePeople.slice(0, maxRows).map((person) => (
              <tr key={person.id}>
                <th scope="row">{nameWithOrganisation(person)}</th>
                <td>{person.overdue.count} 件</td>
                <td>最长 {person.longest} 天</td>
              </tr>
            ))}
          </tbody>
        </table>
        <table>
          <caption>事项收件</caption>
          <tbody>
            {page.items.slice(0, maxRows).map(({ id, name, intake, before }) => (
              <tr key={id}>
                <th scope="row">{name}</th>
                <td>{intake.count} 件</td>
                <td>{countChangeText(intake.count, before)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <table>
          <caption>全程超期（按受理机构）</caption>
          <tbody>
            {overdue.length === 0 && (
              <tr>
                <td>没有超期的办件。</td>
              </tr>
            )}
            {overdue.map(({ id, name, overdue: late, oldestDueOn }) => (
              <tr key={id}>
                <th scope="row">{name}</th>
                <td>{late.count} 件</td>
                <td>{longestOverdueText(oldestDueOn, today)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles.foot}>
        数据截至 {minuteText(new Date(page.at))}　打印人 {me?.name}
      </p>
    </article>,
    document.body,
  );
}
