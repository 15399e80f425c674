import { PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { type Role, roles } from '#contract/accounts.ts';
import { organisations } from '#contract/organisations.ts';
import { queryOf } from '#web/api/query-of.ts';
import { ListPage } from '#web/toolkit/list/ListPage.tsx';
import { type ListColumn, type ListFilter, listQueryOf } from '#web/toolkit/list-model/list-types.ts';
import { StatusTag } from '#web/toolkit/status/StatusTag.tsx';
import { RoleDialog } from './RoleDialog.tsx';
import { type EditedRole, RoleEditDialog } from './RoleEditDialog.tsx';
import { permissionNamesOf } from './role-choices.ts';
import styles from './roles.module.css';

const filters: readonly ListFilter[] = [
  { kind: 'text', name: 'keyword', label: '角色', placeholder: '角色名称' },
];

/** Returns the columns; the counts of permissions and menus link to the role's details. */
function columnsOf(show: (role: Role) => void): readonly ListColumn<Role>[] {
  const countColumn = (
    title: string,
    namesOf: (role: Role) => readonly string[],
  ): Omit<ListColumn<Role>, 'key'> => ({
    title,
    width: 90,
    align: 'right',
    hint: (row) => namesOf(row).join('、'),
    render: (row) => {
      const count = namesOf(row).length;
      return count === 0 ? (
        '—'
      ) : (
        <Button
          type="link"
          size="small"
          className={styles.count ?? ''}
          aria-label={`${row.name}的${title} ${count} 项`}
          onClick={() => show(row)}
        >
          {count} 项
        </Button>
      );
    },
  });
  return [
    { key: 'name', title: '角色', width: 130, grows: true, wraps: true, render: (row) => row.name },
    {
      key: 'kind',
      title: '类别',
      width: 100,
      hint: (row) => (row.runsPortal ? '管理类角色的人员不参与办件' : ''),
      render: (row) => (
        <StatusTag label={row.runsPortal ? '管理' : '办件'} tone={row.runsPortal ? 'warning' : 'progress'} />
      ),
    },
    { key: 'permissions', ...countColumn('权限', permissionNamesOf) },
    { key: 'menus', ...countColumn('菜单', (row) => row.menus) },
    { key: 'holders', title: '在职人数', width: 90, align: 'right', render: (row) => String(row.holders) },
  ];
}

/** Shows 角色: the permissions and the menus of each, and the people who have it. */
export function RolesScreen() {
  const [shownRole, setShownRole] = useState<Role>();
  const [editedRole, setEditedRole] = useState<EditedRole>();
  const columns = useMemo(() => columnsOf(setShownRole), []);
  const allRoles = useQuery({
    ...queryOf(organisations.roles, { query: { size: 10_000, type: 'all' } }),
    enabled: editedRole !== undefined,
  });
  const usedCodes = allRoles.data?.rows.map(({ code }) => code) ?? [];
  return (
    <>
      <ListPage<Role>
        name="roles"
        title="角色"
        source={(query) => listQueryOf(roles.list, query)}
        rowKey={(row) => row.code}
        filters={filters}
        columns={columns}
        rowActions={(row) => [
          { key: 'show', label: '查看', onRun: () => setShownRole(row) },
          { key: 'edit', label: '修改', onRun: () => setEditedRole({ mode: 'edit', code: row.code }) },
          { key: 'copy', label: '复制', onRun: () => setEditedRole({ mode: 'copy', code: row.code }) },
        ]}
        actions={
          <Button
            type="primary"
            icon={<PlusOutlined aria-hidden />}
            onClick={() => setEditedRole({ mode: 'new' })}
          >
            新建角色
          </Button>
        }
        empty={{ title: '暂无角色' }}
      />
      {editedRole && (
        <RoleEditDialog edited={editedRole} usedCodes={usedCodes} onClose={() => setEditedRole(undefined)} />
      )}
      {shownRole && <RoleDialog role={shownRole} onClose={() => setShownRole(undefined)} />}
    </>
  );
}
