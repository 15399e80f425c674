import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type PersonDetail, people } from '#contract/people.ts';
import { Permission } from '#domain/access/actor.ts';
import { checkStaffEntry, isLanding, landingLabel } from '#domain/access/staff-rules.ts';
import { queryOf } from '#web/api/query-of.ts';
import { useMe } from '#web/api/use-me.ts';
import type { Choice } from '#web/toolkit/choices/choice.ts';
import { ConcurrentEditNotice } from '#web/toolkit/concurrent-edits/ConcurrentEditNotice.tsx';
import { useConcurrentEdits } from '#web/toolkit/concurrent-edits/use-concurrent-edits.ts';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { EditingModal } from '#web/toolkit/dialog/EditingModal.tsx';
import { useChanged } from '#web/toolkit/dialog/use-changed.ts';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { useSaveDialog } from '../use-save-dialog.ts';
import { OneTimePasswordDialog } from './OneTimePasswordDialog.tsx';
import { PersonFields } from './PersonFields.tsx';
import styles from './people.module.css';
import { bodyOf, draftOf, emptyDraft, newBodyOf, type PersonDraft } from './person-draft.ts';

const width = 760;

/** Asks for a new person's data, then shows the credential sheet with the one-time password once. */
export function NewPersonDialog({ onClose }: { onClose: () => void }) {
  const { write, running, problems, clearProblem } = useSaveDialog(people.create);
  const [draft, setDraft] = useState(emptyDraft);
  const [newAccount, setNewAccount] = useState<{ account: string; oneTimePassword: string }>();
  const hasChanges = useChanged([draft]);
  const mayGrantRoles = useMe()?.permissions.includes(Permission.manageRole) ?? false;
  const submit = async () => {
    const body = newBodyOf(draft);
    const answer = await write({ body }, `已新建账号 ${body.account}`, checkStaffEntry(body));
    if (answer) setNewAccount(answer);
  };
  if (newAccount) return <OneTimePasswordDialog name={draft.name.trim()} {...newAccount} onClose={onClose} />;
  return (
    <EditingModal
      open
      title="新建人员"
      width={width}
      okText="新建"
      confirmLoading={running}
      onOk={() => void submit()}
      unsaved={hasChanges}
      onCancel={onClose}
    >
      {!mayGrantRoles && (
        <p className={styles.note}>角色由安全管理员在“人员角色”中授予，授予之前可以登录，但没有任何功能。</p>
      )}
      <PersonFields
        draft={draft}
        person={undefined}
        mayGrantRoles={mayGrantRoles}
        problems={problems}
        onChange={(change) => {
          setDraft((before) => ({ ...before, ...change }));
          for (const field of fieldsOf(change)) clearProblem(field);
        }}
      />
    </EditingModal>
  );
}

/** Edits an existing person: personal data, organisation, and posts, groups and windows. */
export function PersonDialog({ account, onClose }: { account: { id: string }; onClose: () => void }) {
  const person = useQuery({
    ...queryOf(people.detail, { params: { id: account.id } }),
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  if (person.isSuccess) return <PersonForm person={person.data} onClose={onClose} />;
  return (
    <AppModal open title="修改人员" width={width} footer={null} onCancel={onClose}>
      {person.isPending && <SkeletonRows rows={8} />}
      {person.isError && <FailureState failure={person.error} onRetry={() => void person.refetch()} />}
    </AppModal>
  );
}

/** Labels of the fields, shown if another person has changed them. */
const labels: Partial<Record<keyof PersonDraft, string>> = {
  account: '账号',
  name: '姓名',
  title: '职务',
  org: '机构',
  departmentId: '部门',
  landing: '登录后的首页',
  positions: '岗位',
  groups: '用户组',
  windows: '窗口',
};

function PersonForm({ person: initialPerson, onClose }: { person: PersonDetail; onClose: () => void }) {
  const client = useQueryClient();
  const names = useRef(new Map<string, string>());
  const {
    openedVersion: person,
    concurrentEdit,
    mergeNewest,
  } = useConcurrentEdits(initialPerson, { draftOf, labels }, (field, { [field]: value }) =>
    textOfField(value, names.current),
  );
  const [draft, setDraft] = useState(() => draftOf(person));
  const { write, running, problems, clearProblem } = useSaveDialog(people.edit, async (message) => {
    const currentPerson = await client.fetchQuery(queryOf(people.detail, { params: { id: person.id } }));
    for (const department of [person.department, currentPerson.department])
      if (department) names.current.set(department.id, department.name);
    setDraft(mergeNewest(currentPerson, draft, message));
  });
  const hasChanges = useChanged([draft]);
  const submit = async () => {
    const input = { params: { id: person.id }, body: { ...bodyOf(draft), digest: person.digest } };
    if (await write(input, '修改成功！')) onClose();
  };
  return (
    <EditingModal
      open
      title={`修改人员 ${person.name}（${person.account}）`}
      width={width}
      okText="保存"
      confirmLoading={running}
      onOk={() => void submit()}
      unsaved={hasChanges}
      onCancel={onClose}
    >
      <ConcurrentEditNotice edit={concurrentEdit} hiddenFieldsText="身份证号或手机号码" />
      <p className={styles.note}>
        机构、岗位、用户组和窗口的改动立即生效：新的待办随即出现，不再归其办理的随即消失。
      </p>
      <PersonFields
        draft={draft}
        person={person}
        mayGrantRoles={false}
        problems={problems}
        onChange={(change) => {
          setDraft((before) => ({ ...before, ...change }));
          for (const field of fieldsOf(change)) clearProblem(field);
        }}
      />
    </EditingModal>
  );
}

/** Returns a field's value for reading: a department or a screen by its name, a list by the names in it. */
function textOfField(value: unknown, names: ReadonlyMap<string, string>): string {
  if (Array.isArray(value)) return (value as Choice[]).map(({ name }) => name).join('、');
  if (typeof value === 'object' && value !== null) return (value as Choice).name;
  const text = typeof value === 'string' ? value : '';
  return names.get(text) ?? (isLanding(text) ? landingLabel[text] : text);
}

/** Returns the fields whose problems a change clears. */
function fieldsOf(change: Partial<PersonDraft>): string[] {
  return Object.keys(change).map((field) => (field === 'org' ? 'orgId' : field));
}
