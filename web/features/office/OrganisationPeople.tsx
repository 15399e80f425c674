import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { accounts } from '#contract/accounts.ts';
import type { EditableOrganisation } from '#contract/office-organisations.ts';
import { queryOf } from '#web/api/query-of.ts';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { AccountStateTag } from '#web/toolkit/status/AccountStateTag.tsx';
import cells from '#web/toolkit/table/table.module.css';
import { type TableColumn, WideTable } from '#web/toolkit/table/WideTable.tsx';
import styles from './office.module.css';

const pageSize = 20;

const columns: readonly TableColumn[] = [
  { title: '姓名', width: 96 },
  { title: '账号', width: 120 },
  '部门',
  '职务',
  { title: '状态', width: 112 },
];

/** Shows the first people of an organisation and of its units, with a link to all. */
export function OrganisationPeople({ row: { id } }: { row: EditableOrganisation }) {
  const list = useQuery(queryOf(accounts.list, { query: { orgId: id, page: 1, size: pageSize } }));
  if (list.isPending) return <SkeletonRows rows={5} />;
  if (list.isError) return <FailureState compact failure={list.error} onRetry={() => void list.refetch()} />;
  const { rows, total } = list.data;
  if (rows.length === 0) return <EmptyState compact title="没有人员" hint="在“账号”中新建人员时选择机构。" />;
  return (
    <>
      <WideTable oneLine label="人员列表" columns={columns}>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row">{row.name}</th>
            <td className={cells.quiet}>{row.account}</td>
            <td className={cells.wraps}>{row.departmentName ?? row.orgName}</td>
            <td className={cells.wraps}>{row.title || '—'}</td>
            <td>
              <AccountStateTag account={row} />
            </td>
          </tr>
        ))}
      </WideTable>
      <p className={styles.all}>
        <Link to={`/business/accounts?orgId=${encodeURIComponent(id)}`}>在“账号”中查看全部 {total} 人</Link>
      </p>
    </>
  );
}
