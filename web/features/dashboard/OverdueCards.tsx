import { Link } from 'react-router';
import type { Dashboard, OverdueHandler } from '#contract/dashboard.ts';
import { Bars } from './BarCards.tsx';
import { ChartCard } from './ChartCard.tsx';
import styles from './charts.module.css';
import { FigureLink, FigureTable } from './FigureTable.tsx';
import { fromDashboard, listUrl, oneDecimalText } from './figure-texts.ts';

/** Shows 环节超期排行: the people with overdue steps, the longest delay first. */
export function OverduePeopleCard({ page }: { page: Dashboard }) {
  return <OverdueCard page={page} title="经办人环节超期" firstColumnTitle="经办人" rows={page.latePeople} />;
}

/** Shows 环节超期排行 of the organisations. */
export function OverdueOfficesCard({ page }: { page: Dashboard }) {
  return (
    <OverdueCard page={page} title="承办机构环节超期" firstColumnTitle="承办机构" rows={page.lateOffices} />
  );
}

function OverdueCard(props: {
  page: Dashboard;
  title: string;
  firstColumnTitle: string;
  rows: readonly OverdueHandler[];
}) {
  const { page, title, firstColumnTitle, rows } = props;
  const { stepOverdue } = page.now;
  const bars = rows.map(({ id, name, overdue, longest }) => ({
    id,
    name,
    figure: overdue,
    note: `最长 ${longest} 天`,
  }));
  return (
    <ChartCard
      days={page.span}
      title={title}
      note={page.scope === null ? '多人可办的各计一次' : '本机构受理，多人可办各计一次'}
      initialView="table"
      isShort
      emptyText={rows.length === 0 ? '没有环节超期的办件。' : undefined}
      chart={<Bars bars={bars} isUrgent />}
      table={
        <>
          <FigureTable
            caption={title}
            firstColumnTitle={firstColumnTitle}
            rows={rows}
            keyOf={({ id }) => id}
            nameOf={nameWithOrganisation}
            columns={[
              {
                title: '待办',
                cell: ({ name, open }) => <FigureLink figure={open} description={`${name}待办`} />,
              },
              {
                title: '环节超期',
                cell: ({ name, overdue }) => (
                  <FigureLink figure={overdue} description={`${name}环节超期`} isUrgent />
                ),
              },
              { title: '最长（天）', cell: ({ longest }) => longest },
              { title: '平均（天）', cell: ({ days, overdue }) => oneDecimalText(days / overdue.count) },
            ]}
          />
          <Link to={listUrl(stepOverdue)} state={fromDashboard} className={styles.all}>
            查看全部 {stepOverdue.count} 件
          </Link>
        </>
      }
    />
  );
}

/** Returns the name with the person's organisation, as two people may have the same name. */
export function nameWithOrganisation({ name, orgName }: OverdueHandler): string {
  return orgName === '' ? name : `${name}（${orgName}）`;
}
