import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Checkbox, Form, Input } from 'antd';
import { useState } from 'react';
import { type Role, roles as roleCalls } from '#contract/accounts.ts';
import { grants, type RoleGrantee } from '#contract/people.ts';
import { combinesDuties, dutiesMessageForPerson, dutiesOf } from '#domain/access/duties.ts';
import { addsAdministration, mixesAdministrationAndMatters } from '#domain/access/role-rules.ts';
import { queryOf } from '#web/api/query-of.ts';
import { ConcurrentEditNotice } from '#web/toolkit/concurrent-edits/ConcurrentEditNotice.tsx';
import { useConcurrentEdits } from '#web/toolkit/concurrent-edits/use-concurrent-edits.ts';
import { EditingModal } from '#web/toolkit/dialog/EditingModal.tsx';
import { useChanged } from '#web/toolkit/dialog/use-changed.ts';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import boxes from '#web/toolkit/styles/warning-box.module.css';
import styles from '../people/people.module.css';
import { useSaveDialog } from '../use-save-dialog.ts';
import { permissionNamesOf } from './role-choices.ts';

const draftOf = ({ roles }: RoleGrantee): { roles: readonly string[] } => ({
  roles: roles.map(({ code }) => code),
});
const allRoles = queryOf(roleCalls.list, { query: { size: 200 } });

/** Sets the roles of a person; warns about the effects of administrator roles before they are saved. */
export function RolesOfPersonDialog({
  person: initialPerson,
  onClose,
}: {
  person: RoleGrantee;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const {
    openedVersion: person,
    concurrentEdit,
    mergeNewest,
  } = useConcurrentEdits(initialPerson, { draftOf, labels: { roles: '角色' } }, (_field, { roles: codes }) =>
    namesOf(codes),
  );
  const { write, running, problems, clearProblem } = useSaveDialog(grants.set, async (message) => {
    const currentPerson = await client.fetchQuery(queryOf(grants.detail, { params: { id: person.id } }));
    setChosenCodes(mergeNewest(currentPerson, { roles: chosenCodes }, message).roles);
  });
  const roles = useQuery(allRoles);
  const [chosenCodes, setChosenCodes] = useState(() => draftOf(person).roles);
  const [idCard, setIdCard] = useState('');
  const hasChanges = useChanged([...chosenCodes].sort());
  const rows = roles.data?.rows ?? [];
  const namesOf = (codes: readonly string[]) =>
    codes.map((code) => rows.find((row) => row.code === code)?.name ?? code).join('、');
  const chosenRoles = rows.filter(({ code }) => chosenCodes.includes(code));
  const currentRoles = rows.filter(({ code }) => person.roles.some((role) => role.code === code));
  const addsAdministratorRole = addsAdministration(permissionsOf(currentRoles), permissionsOf(chosenRoles));
  const dutiesRefusal = refusalOfDuties(person, permissionsOf(currentRoles), permissionsOf(chosenRoles));
  /** The role that was selected last of those that contain one of these duties. */
  const refusedCode = chosenCodes.findLast((code) =>
    chosenRoles.some((role) => role.code === code && dutiesOf(permissionsOf([role])).length > 0),
  );
  const asksIdCard = addsAdministratorRole && person.asksIdCard;
  const submit = async () => {
    const body = {
      roles: [...chosenCodes],
      digest: person.digest,
      ...(asksIdCard && { idCard: idCard.trim() }),
    };
    const input = { params: { id: person.id }, body };
    if (await write(input, `已设置${person.name}的角色`)) onClose();
  };
  const toggle = (code: string, isSelected: boolean) =>
    setChosenCodes((before) => (isSelected ? [...before, code] : before.filter((one) => one !== code)));
  return (
    <EditingModal
      open
      title={`设置角色 ${person.name}（${person.account}）`}
      width={640}
      okText="保存"
      okButtonProps={{
        disabled: !roles.isSuccess || !hasChanges() || dutiesRefusal !== undefined,
        title: dutiesRefusal,
      }}
      confirmLoading={running}
      onOk={() => void submit()}
      unsaved={hasChanges}
      onCancel={onClose}
    >
      {roles.isPending && <SkeletonRows rows={8} rowHeight={32} />}
      {roles.isError && <FailureState failure={roles.error} onRetry={() => void roles.refetch()} />}
      <ConcurrentEditNotice edit={concurrentEdit} />
      <Warning chosenRoles={chosenRoles} isNew={person.mustChangePassword} />
      {problems.roles !== undefined && <p role="alert">{problems.roles}</p>}
      <ul className={styles.roles}>
        {rows.map((role) => (
          <li key={role.code}>
            <Checkbox
              checked={chosenCodes.includes(role.code)}
              onChange={({ target }) => toggle(role.code, target.checked)}
            >
              {role.name}
              {role.runsPortal && '（管理类）'}
            </Checkbox>
            <small>{permissionNamesOf(role).join('、') || '没有权限'}</small>
            {dutiesRefusal !== undefined && role.code === refusedCode && (
              <p className={boxes.warning} role="alert">
                {dutiesRefusal}
              </p>
            )}
          </li>
        ))}
      </ul>
      {asksIdCard && (
        <Form.Item
          layout="vertical"
          label="核对身份证号"
          required
          htmlFor="compared-id-card"
          validateStatus={problems.idCard && 'error'}
          help={problems.idCard ?? '按本人出示的身份证填写，与账号登记的一致才能授予'}
        >
          <Input
            id="compared-id-card"
            aria-required
            autoComplete="off"
            maxLength={40}
            value={idCard}
            onChange={({ target }) => {
              setIdCard(target.value);
              clearProblem('idCard');
            }}
          />
        </Form.Item>
      )}
      <p className={styles.note}>
        {addsAdministratorRole ? '保存后立即生效，本人须重新登录。' : '保存后立即生效，不必重新登录。'}
      </p>
    </EditingModal>
  );
}

/** Returns the text with which the server refuses these roles, because they join separate duties. */
function refusalOfDuties(
  { separatesDuties }: RoleGrantee,
  before: readonly string[],
  after: readonly string[],
): string | undefined {
  return separatesDuties && combinesDuties(before, after) ? dutiesMessageForPerson(after) : undefined;
}

const permissionsOf = (roles: readonly Role[]) =>
  roles.flatMap((role) => role.permissions.map(({ code }) => code));

function Warning({ chosenRoles, isNew }: { chosenRoles: readonly Role[]; isNew: boolean }) {
  const permissions = permissionsOf(chosenRoles);
  if (!chosenRoles.some(({ runsPortal }) => runsPortal)) return null;
  return (
    <p className={boxes.warning} role="status">
      管理类角色的人员不参与办件：不能发起、办理和查看办件，名下的待办须由办件管理员移交他人。
      {mixesAdministrationAndMatters(permissions) && '所选角色中的办件权限因此不起作用。'}
      {isNew && '本人尚未修改一次性密码，知道该密码的人可以冒用：请在本人首次登录改密后再授予管理类角色。'}
    </p>
  );
}
