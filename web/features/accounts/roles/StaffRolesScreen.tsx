import { useState } from 'react';
import { grants, type RoleGrantee } from '#contract/people.ts';
import { ListPage } from '#web/toolkit/list/ListPage.tsx';
import { type ListColumn, type ListFilter, listQueryOf } from '#web/toolkit/list-model/list-types.ts';
import { choicesFilter, organisationsFilter } from '#web/toolkit/pickers/picker-filters.tsx';
import { StatusTag } from '#web/toolkit/status/StatusTag.tsx';
import { PeopleWithoutRoles, useCountWithoutRoles } from './PeopleWithoutRoles.tsx';
import { RolesOfPersonDialog } from './RolesOfPersonDialog.tsx';

const filters: readonly ListFilter[] = [
  { kind: 'text', name: 'keyword', label: '人员', placeholder: '姓名或账号' },
  {
    kind: 'select',
    name: 'state',
    label: '角色情况',
    options: [
      { value: 'without', label: '未授予角色' },
      { value: 'with', label: '已授予角色' },
      { value: 'disabled', label: '已停用' },
    ],
  },
  organisationsFilter('orgId', '管辖机构'),
  choicesFilter('roleCode', 'role'),
];

const columns: readonly ListColumn<RoleGrantee>[] = [
  { key: 'name', title: '姓名', width: 76, wraps: true, render: (row) => row.name },
  { key: 'account', title: '账号', width: 124, wraps: true, sort: 'account', render: (row) => row.account },
  {
    key: 'org',
    title: '机构',
    width: 204,
    wraps: true,
    render: (row) => [row.orgName, row.departmentName].filter(Boolean).join(' · '),
  },
  { key: 'title', title: '职务', width: 116, wraps: true, render: (row) => row.title || '—' },
  {
    key: 'roles',
    title: '角色',
    width: 220,
    grows: true,
    wraps: true,
    hint: (row) => row.roles.map(({ name }) => name).join('、'),
    render: (row) =>
      row.roles.length === 0 ? (
        <StatusTag label="未授予" tone="warning" />
      ) : (
        row.roles.map(({ name }) => name).join('、')
      ),
  },
];

/** Shows 人员角色: the roles of each person, and the people who still have none. */
export function StaffRolesScreen() {
  const [editedPerson, setEditedPerson] = useState<RoleGrantee>();
  // Without a note the tools of the list are beside its filters.
  const hasNote = useCountWithoutRoles() > 0;
  return (
    <>
      <ListPage<RoleGrantee>
        name="staff-roles"
        title="人员角色"
        source={(query) => listQueryOf(grants.list, query)}
        rowKey={(row) => row.id}
        filters={filters}
        columns={columns}
        note={({ filters: { state } }) =>
          hasNote ? <PeopleWithoutRoles isListFiltered={state === 'without'} /> : undefined
        }
        rowActions={(row) =>
          row.fault === null ? [{ key: 'set', label: '设置角色', onRun: () => setEditedPerson(row) }] : []
        }
        empty={{ title: '暂无人员' }}
      />
      {editedPerson && (
        <RolesOfPersonDialog person={editedPerson} onClose={() => setEditedPerson(undefined)} />
      )}
    </>
  );
}
