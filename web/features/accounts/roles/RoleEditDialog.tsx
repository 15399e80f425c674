import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { type RoleDetail, roleEditing } from '#contract/role-editing.ts';
import { listPermissionsWithoutPage } from '#domain/access/pages-of-permissions.ts';
import { labelOfPermission } from '#domain/access/permission-labels.ts';
import { checkRole, mixesAdministrationAndMatters, roleLimits } from '#domain/access/role-rules.ts';
import { queryOf } from '#web/api/query-of.ts';
import { CodeField } from '#web/toolkit/codes/CodeField.tsx';
import { useCode } from '#web/toolkit/codes/use-code.ts';
import { ConcurrentEditNotice } from '#web/toolkit/concurrent-edits/ConcurrentEditNotice.tsx';
import { useConcurrentEdits } from '#web/toolkit/concurrent-edits/use-concurrent-edits.ts';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { CancelButton, EditingModal } from '#web/toolkit/dialog/EditingModal.tsx';
import { useChanged } from '#web/toolkit/dialog/use-changed.ts';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { useReportedMutation } from '#web/toolkit/feedback/use-reported-mutation.ts';
import boxes from '#web/toolkit/styles/warning-box.module.css';
import styles from '../people/people.module.css';
import { useSaveDialog } from '../use-save-dialog.ts';
import { ChoiceGroup, ChoiceSearch } from './ChoiceGroup.tsx';
import { findChoices, menuGroups, permissionGroups } from './role-choices.ts';

export type EditedRole = { mode: 'new' } | { mode: 'edit' | 'copy'; code: string };

/**
 * Edits a role: its name, its permissions, its menus. A new one starts empty, a copy with the values of
 * another.
 */
export function RoleEditDialog(props: {
  edited: EditedRole;
  /** Codes in use. */
  usedCodes: readonly string[];
  onClose: () => void;
}) {
  const { edited, usedCodes, onClose } = props;
  const code = edited.mode === 'new' ? '' : edited.code;
  const role = useQuery({
    ...queryOf(roleEditing.detail, { params: { code } }),
    enabled: code !== '',
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  if (edited.mode === 'new')
    return <RoleForm roleToEdit={undefined} roleToCopy={undefined} usedCodes={usedCodes} onClose={onClose} />;
  if (role.isSuccess)
    return (
      <RoleForm
        roleToEdit={edited.mode === 'edit' ? role.data : undefined}
        roleToCopy={edited.mode === 'copy' ? role.data : undefined}
        usedCodes={usedCodes}
        onClose={onClose}
      />
    );
  return (
    <AppModal open title="角色" footer={null} onCancel={onClose}>
      {role.isPending && <SkeletonRows rows={8} />}
      {role.isError && <FailureState failure={role.error} onRetry={() => void role.refetch()} />}
    </AppModal>
  );
}

interface RoleDraft {
  name: string;
  permissions: readonly string[];
  menus: readonly string[];
}
const draftOf = ({ name, permissions, menus }: RoleDraft): RoleDraft => ({ name, permissions, menus });
const labels: Record<keyof RoleDraft, string> = { name: '角色名称', permissions: '权限', menus: '菜单' };
/** Base of comparison for a new role. */
const emptyRole = {
  code: '',
  name: '',
  permissions: [],
  menus: [],
  isOwn: false,
  deleteFault: null,
  digest: '',
};

function RoleForm(props: {
  roleToEdit: RoleDetail | undefined;
  roleToCopy: RoleDetail | undefined;
  usedCodes: readonly string[];
  onClose: () => void;
}) {
  const { roleToCopy, onClose } = props;
  const client = useQueryClient();
  const groups = useQuery(queryOf(roleEditing.menus, {})).data?.groups ?? [];
  const titles = new Map(groups.flatMap((group) => group.menus.map(({ id, title }) => [id, title])));
  const { openedVersion, concurrentEdit, mergeNewest } = useConcurrentEdits(
    props.roleToEdit ?? emptyRole,
    { draftOf, labels },
    (field, { [field]: value }) =>
      typeof value === 'string'
        ? value
        : value
            .map((id) => (field === 'permissions' ? labelOfPermission(id) : (titles.get(id) ?? id)))
            .join('、'),
  );
  const role = props.roleToEdit && openedVersion;
  const source = role ?? roleToCopy;
  const create = useSaveDialog(roleEditing.create);
  const edit = useSaveDialog(roleEditing.edit, async (message) => {
    const currentRole = await client.fetchQuery(
      queryOf(roleEditing.detail, { params: { code: openedVersion.code } }),
    );
    const draft = mergeNewest(currentRole, { name, permissions, menus }, message);
    setName(draft.name);
    setPermissions(draft.permissions);
    setMenus(draft.menus);
  });
  const remove = useReportedMutation(roleEditing.remove);
  const [name, setName] = useState(role?.name ?? '');
  const [permissions, setPermissions] = useState<readonly string[]>(source?.permissions ?? []);
  const [menus, setMenus] = useState<readonly string[]>(source?.menus ?? []);
  const [search, setSearch] = useState('');
  const groupsOfMenus = menuGroups(groups);
  const isFound = [...permissionGroups, ...groupsOfMenus].some(
    (group) => findChoices(group, search).length > 0,
  );
  const editableCode = useCode(name, props.usedCodes);
  const pages = groups.flatMap((group) =>
    group.menus.flatMap((menu) => (menus.includes(menu.id) ? menu.code : [])),
  );
  const permissionsWithoutPage = groups.length === 0 ? [] : listPermissionsWithoutPage(permissions, pages);
  const isChanged = useChanged([editableCode.typedCode, name, [...permissions].sort(), [...menus].sort()]);
  const { problems, clearProblem } = role ? edit : create;
  const submit = async () => {
    const body = { name, permissions: [...permissions], menus: [...menus] };
    const found = checkRole(body);
    const answer = role
      ? await edit.write(
          { params: { code: role.code }, body: { ...body, digest: role.digest } },
          '修改成功！',
          found,
        )
      : await create.write({ body: { ...body, code: await editableCode.resolve() } }, '添加成功', found);
    if (answer) onClose();
  };
  const fieldStatus = (field: string) => ({
    validateStatus: problems[field] ? ('error' as const) : ('' as const),
    help: problems[field],
  });
  return (
    <EditingModal
      open
      title={role ? `修改角色 ${role.name}` : roleToCopy ? `复制角色 ${roleToCopy.name}` : '新建角色'}
      unsaved={isChanged}
      onCancel={onClose}
      footer={
        <>
          {role && (
            <Button
              danger
              style={{ float: 'left' }}
              disabled={role.deleteFault !== null}
              title={role.deleteFault ?? undefined}
              loading={remove.running}
              onClick={async () => {
                if (await remove.mutation({ params: { code: role.code } }, '删除成功')) onClose();
              }}
            >
              删除
            </Button>
          )}
          <CancelButton />
          <Button type="primary" loading={create.running || edit.running} onClick={() => void submit()}>
            保存
          </Button>
        </>
      }
    >
      <ConcurrentEditNotice edit={concurrentEdit} />
      <Form layout="vertical">
        <div className={styles.fields}>
          <Form.Item label="角色名称" required htmlFor="role-name" {...fieldStatus('name')}>
            <Input
              id="role-name"
              aria-required
              value={name}
              maxLength={roleLimits.nameCharacters}
              onChange={({ target }) => {
                setName(target.value);
                clearProblem('name');
              }}
            />
          </Form.Item>
          {!role && (
            <CodeField
              id="role-code"
              code={editableCode}
              maxLength={64}
              // A code that is derived from the name is wrong only because the name is.
              problem={editableCode.typedCode === undefined && problems.name ? undefined : problems.code}
              onType={() => clearProblem('code')}
            />
          )}
        </div>
        <ChoiceSearch
          value={search}
          permissions={permissions.length}
          menus={menus.length}
          isEmpty={!isFound}
          onChange={setSearch}
        />
        {mixesAdministrationAndMatters(permissions) && (
          <p className={boxes.warning} role="status">
            同时选了办件权限和管理权限：持有该角色的人员不参与办件，所选办件权限不起作用。请分成两个角色。
          </p>
        )}
        {role?.isOwn && <p className={styles.note}>您持有这个角色，不能增加权限。</p>}
        {problems.permissions !== undefined && (
          <p className={styles.urgent} role="alert">
            {problems.permissions}
          </p>
        )}
        {permissionGroups.map((group) => (
          <ChoiceGroup
            key={group.title}
            {...group}
            search={search}
            value={permissions}
            {...(role?.isOwn && { allowedIds: role.permissions })}
            onChange={(codes) => {
              setPermissions(codes);
              clearProblem('permissions');
            }}
          />
        ))}
        {permissionsWithoutPage.length > 0 && (
          <p className={boxes.warning} role="status">
            “{permissionsWithoutPage.map(labelOfPermission).join('”“')}
            ”没有选对应的菜单：持有人若没有其他角色，打不开这些页面。
          </p>
        )}
        {problems.menus !== undefined && (
          <p className={styles.urgent} role="alert">
            {problems.menus}
          </p>
        )}
        {groupsOfMenus.map((group) => (
          <ChoiceGroup
            key={group.title}
            {...group}
            search={search}
            value={menus}
            onChange={(codes) => {
              setMenus(codes);
              clearProblem('menus');
            }}
          />
        ))}
      </Form>
    </EditingModal>
  );
}
