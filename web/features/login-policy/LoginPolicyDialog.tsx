import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Checkbox, Form, InputNumber } from 'antd';
import { useState } from 'react';
import type { z } from 'zod';
import { type LoginPolicy, loginPolicy } from '#contract/login-policy.ts';
import { passwordAgeLimits, problemOfWarning } from '#domain/passwords/password-age.ts';
import { queryOf } from '#web/api/query-of.ts';
import { useDebounced } from '#web/toolkit/choices/use-debounced.ts';
import { ConcurrentEditNotice } from '#web/toolkit/concurrent-edits/ConcurrentEditNotice.tsx';
import { useConcurrentEdits } from '#web/toolkit/concurrent-edits/use-concurrent-edits.ts';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { EditingModal } from '#web/toolkit/dialog/EditingModal.tsx';
import { useChanged } from '#web/toolkit/dialog/use-changed.ts';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { useReportedMutation } from '#web/toolkit/feedback/use-reported-mutation.ts';
import styles from './login-policy.module.css';
import { PolicyEffect } from './PolicyEffect.tsx';
import { draftOf, effectTexts, policyLabels, textOf } from './policy-texts.ts';

/**
 * Edits the roles that require a second factor, whether the unified login replaces it, and the maximum age of
 * a password.
 */
export function LoginPolicyDialog({ onClose }: { onClose: () => void }) {
  const policy = useQuery({ ...queryOf(loginPolicy.show, {}), refetchOnWindowFocus: false, gcTime: 0 });
  if (policy.isSuccess) return <PolicyForm policy={policy.data} onClose={onClose} />;
  return (
    <AppModal open title="登录策略" width={560} footer={null} onCancel={onClose}>
      {policy.isPending && <SkeletonRows rows={8} />}
      {policy.isError && <FailureState failure={policy.error} onRetry={() => void policy.refetch()} />}
    </AppModal>
  );
}

function PolicyForm({ policy, onClose }: { policy: LoginPolicy; onClose: () => void }) {
  const client = useQueryClient();
  const { modal } = App.useApp();
  const { openedVersion, concurrentEdit, mergeNewest } = useConcurrentEdits(
    policy,
    { draftOf, labels: policyLabels },
    (field, draft) => textOf(policy, field, draft),
  );
  const reload = (message: string) =>
    void client.fetchQuery(queryOf(loginPolicy.show, {})).then((currentPolicy) => {
      const { maxAge, warn } = form.getFieldsValue();
      const ownValues = { passwordMaxAgeDays: maxAge ?? null, passwordWarnDays: warn ?? 0 };
      const draft = mergeNewest(
        currentPolicy,
        { ...ownValues, secondFactorAfterSignOn: afterSignOn, obligedRoles },
        message,
      );
      form.setFieldsValue({ maxAge: draft.passwordMaxAgeDays, warn: draft.passwordWarnDays });
      setAfterSignOn(draft.secondFactorAfterSignOn);
      setObligedRoles([...draft.obligedRoles]);
    });
  const { mutation, running } = useReportedMutation(loginPolicy.save, reload);
  const [obligedRoles, setObligedRoles] = useState(
    policy.roles.flatMap(({ code, obliged: isObliged }) => (isObliged ? [code] : [])),
  );
  const [form] = Form.useForm<{ maxAge: number | null; warn: number | null }>();
  const [afterSignOn, setAfterSignOn] = useState(policy.secondFactorAfterSignOn);
  const maxAge = useDebounced(String(Form.useWatch('maxAge', form) ?? ''), 300);
  const hasChanges = useChanged([obligedRoles, afterSignOn]);
  /** Asks before saving whether the policy may affect people; true without a question if it affects nobody. */
  const confirmEffect = async (changedPolicy: z.input<typeof loginPolicy.effect.body>) => {
    const effect = await client
      .fetchQuery(queryOf(loginPolicy.effect, { body: changedPolicy }))
      .catch(() => undefined);
    const texts = effect ? effectTexts(effect) : ['受影响的人数暂时无法统计。'];
    if (texts.length === 0) return true;
    return await modal.confirm({
      title: '确认保存登录策略',
      centered: true,
      content: texts.map((text) => <div key={text}>{text}</div>),
      okText: '确认保存',
      cancelText: '取消',
    });
  };
  const submit = async () => {
    const values = await form.validateFields().catch(() => undefined);
    if (values === undefined) return;
    const body = {
      passwordMaxAgeDays: values.maxAge ?? null,
      passwordWarnDays: values.warn ?? 0,
      secondFactorAfterSignOn: afterSignOn,
      obligedRoles,
      digest: openedVersion.digest,
    };
    if (!(await confirmEffect({ passwordMaxAgeDays: body.passwordMaxAgeDays, obligedRoles }))) return;
    if (await mutation({ body }, '登录策略已保存，从各人下次登录起生效')) onClose();
  };
  return (
    <EditingModal
      open
      title="登录策略"
      width={560}
      okText="保存"
      confirmLoading={running}
      onOk={() => void submit()}
      unsaved={() => hasChanges() || form.isFieldsTouched()}
      footer={(buttons) => (
        <>
          <PolicyEffect
            policy={{ passwordMaxAgeDays: maxAge === '' ? null : Number(maxAge), obligedRoles }}
          />
          {buttons}
        </>
      )}
      onCancel={onClose}
    >
      <ConcurrentEditNotice edit={concurrentEdit} />
      <fieldset className={styles.group}>
        <legend>必须使用二次验证的角色</legend>
        <p>已启用二次验证的人，无论角色，登录时都须输入动态口令。</p>
        <ul className={styles.roles}>
          {policy.roles.map((role) => (
            <li key={role.code}>
              <Checkbox
                checked={obligedRoles.includes(role.code)}
                onChange={({ target }) =>
                  setObligedRoles(
                    target.checked
                      ? [...obligedRoles, role.code]
                      : obligedRoles.filter((code) => code !== role.code),
                  )
                }
              >
                {role.name}
              </Checkbox>
              <span>
                {role.holders} 人，已启用 {role.enrolled} 人
              </span>
            </li>
          ))}
        </ul>
      </fieldset>
      <fieldset className={styles.group}>
        <legend>统一身份认证</legend>
        <Checkbox checked={afterSignOn} onChange={({ target }) => setAfterSignOn(target.checked)}>
          通过统一身份认证登录后，仍须二次验证
        </Checkbox>
        <p>不勾选时，由认证方保证登录人的身份。</p>
      </fieldset>
      <fieldset className={styles.group}>
        <legend>密码有效期</legend>
        <Form
          form={form}
          layout="inline"
          className={styles.days}
          initialValues={{ maxAge: policy.passwordMaxAgeDays, warn: policy.passwordWarnDays }}
        >
          <Form.Item name="maxAge" label="最长使用天数">
            <InputNumber min={1} max={passwordAgeLimits.maxDays} precision={0} placeholder="不限" />
          </Form.Item>
          <Form.Item
            name="warn"
            label="到期前提醒天数"
            dependencies={['maxAge']}
            rules={[
              ({ getFieldValue }) => ({
                validator: async (_rule, warnDays: number | null) => {
                  const maxDays = (getFieldValue('maxAge') as number | null) ?? null;
                  const message = problemOfWarning({ maxDays, warnDays: warnDays ?? 0 });
                  if (message) throw new Error(message);
                },
              }),
            ]}
          >
            <InputNumber min={0} max={passwordAgeLimits.maxWarnDays} precision={0} />
          </Form.Item>
        </Form>
        <p>到期后登录时须先修改密码，新密码不能与当前及最近 3 次使用过的密码相同。</p>
      </fieldset>
      <p className={styles.note}>保存后从下次登录起生效，已登录的会话不受影响。</p>
    </EditingModal>
  );
}
