import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { type Role, roles } from '#contract/accounts.ts';
import { listLimits } from '#domain/lists/limits.ts';
import { queryOf } from '#web/api/query-of.ts';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { ListPagination } from '#web/toolkit/list/ListPagination.tsx';
import { StatusTag } from '#web/toolkit/status/StatusTag.tsx';
import boxes from '#web/toolkit/styles/warning-box.module.css';
import { WideTable } from '#web/toolkit/table/WideTable.tsx';
import { permissionNamesOf } from './role-choices.ts';
import styles from './roles.module.css';

/** Shows one role: its permissions, its menus, and the people who have it. */
export function RoleDialog({ role, onClose }: { role: Role; onClose: () => void }) {
  return (
    <AppModal
      open
      title={`角色 ${role.name}`}
      width={640}
      onCancel={onClose}
      footer={<Button onClick={onClose}>关闭</Button>}
    >
      {role.runsPortal && (
        <p className={boxes.warning}>管理类角色：持有它的人员不能发起、办理和查看办件，不论另有什么角色。</p>
      )}
      <h3 className={styles.heading}>权限（{role.permissions.length} 项）</h3>
      <ul className={styles.words}>
        {permissionNamesOf(role).map((name) => (
          <li key={name}>
            <StatusTag label={name} />
          </li>
        ))}
        {role.permissions.length === 0 && <li>没有权限</li>}
      </ul>
      <h3 className={styles.heading}>菜单（{role.menus.length} 项）</h3>
      <ul className={styles.words}>
        {role.menus.map((title) => (
          <li key={title}>
            <StatusTag label={title} />
          </li>
        ))}
        {role.menus.length === 0 && <li>没有菜单</li>}
      </ul>
      <h3 className={styles.heading}>人员</h3>
      <Holders code={role.code} />
    </AppModal>
  );
}

function Holders({ code }: { code: string }) {
  const [page, setPage] = useState(1);
  const holders = useQuery({
    ...queryOf(roles.holders, { params: { code }, query: { page } }),
    placeholderData: keepPreviousData,
  });
  if (holders.isPending) return <SkeletonRows rows={4} rowHeight={32} />;
  if (holders.isError)
    return <FailureState compact failure={holders.error} onRetry={() => void holders.refetch()} />;
  const { rows, total } = holders.data;
  if (rows.length === 0) return <p>暂时没有人员持有这个角色。</p>;
  return (
    <>
      <WideTable label="有这个角色的人员" columns={['姓名', '账号', '机构', '职务']} limitsHeight>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row">
              {row.name}
              {row.disabled && '（停用）'}
            </th>
            <td>{row.account}</td>
            <td>{[row.orgName, row.departmentName].filter(Boolean).join(' · ')}</td>
            <td>{row.title}</td>
          </tr>
        ))}
      </WideTable>
      {total > listLimits.defaultPageSize && (
        <ListPagination page={page} size={listLimits.defaultPageSize} total={total} onPage={setPage} />
      )}
    </>
  );
}
