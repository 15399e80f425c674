import { Link } from 'react-router';
import type { Dashboard } from '#contract/dashboard.ts';
import { ChartCard } from './ChartCard.tsx';
import styles from './charts.module.css';
import { FigureLink, FigureTable } from './FigureTable.tsx';
import { listUrl, weekdayNames } from './figure-texts.ts';

/** The days of the week, beginning with Monday. */
const weekdays = [1, 2, 3, 4, 5, 6, 0];

/** Shows 收件时段: the intake by weekday and hour. Darker fields mean more; each field contains its number. */
export function HourCard({ page }: { page: Dashboard }) {
  const { hours } = page;
  const maxCount = Math.max(1, ...hours.map(({ intake }) => intake.count));
  const shownHours = [...new Set(hours.map(({ hour }) => hour))].sort((a, b) => a - b);
  const shownDays = weekdays.filter((day) =>
    day !== 0 && day !== 6 ? true : hours.some(({ weekday }) => weekday === day),
  );
  const busiest = hours.toSorted((a, b) => b.intake.count - a.intake.count);
  const timeOf = (weekday: number, hour: number) => `${weekdayNames[weekday]} ${hour} 时`;
  return (
    <ChartCard
      days={page.span}
      title="收件时段"
      note="按星期和小时，件"
      emptyText={hours.length === 0 ? '这段时间没有收件。' : undefined}
      chart={
        <div className={styles.tableBox}>
          <table className={styles.heat}>
            <caption className={styles.caption}>按星期和小时的收件</caption>
            <thead>
              <tr>
                <td />
                {shownHours.map((hour) => (
                  <th key={hour} scope="col">
                    {hour}时
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shownDays.map((weekday) => (
                <tr key={weekday}>
                  <th scope="row">{weekdayNames[weekday]}</th>
                  {shownHours.map((hour) => {
                    const intake = hours.find((one) => one.weekday === weekday && one.hour === hour)?.intake;
                    const intensity = Math.round(((intake?.count ?? 0) / maxCount) * 40);
                    return (
                      <td
                        key={hour}
                        style={{
                          background: `color-mix(in srgb, var(--primary) ${intensity}%, var(--card))`,
                        }}
                      >
                        {intake && (
                          <Link
                            to={listUrl(intake)}
                            aria-label={`${timeOf(weekday, hour)}收件 ${intake.count} 件`}
                          >
                            {intake.count}
                          </Link>
                        )}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      }
      table={
        <FigureTable
          caption="收件时段，由多到少"
          firstColumnTitle="时段"
          rows={busiest}
          keyOf={({ weekday, hour }) => weekday * 24 + hour}
          nameOf={({ weekday, hour }) => timeOf(weekday, hour)}
          columns={[
            {
              title: '收件',
              cell: ({ weekday, hour, intake }) => (
                <FigureLink figure={intake} description={`${timeOf(weekday, hour)}收件`} />
              ),
            },
          ]}
        />
      }
    />
  );
}
