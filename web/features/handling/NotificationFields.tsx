import { useQuery } from '@tanstack/react-query';
import { Checkbox, Form } from 'antd';
import { useId } from 'react';
import { orderMessages } from '#contract/order-messages.ts';
import type { MessageChannel } from '#domain/enumerations/message-channel.ts';
import { isNotifyTarget, NotifyTarget, notifyTargetLabel } from '#domain/enumerations/notify-target.ts';
import { maxContentLength, maxTargets } from '#domain/messages/limits.ts';
import { queryOf } from '#web/api/query-of.ts';
import { NameSelect } from '#web/toolkit/choices/NameSelect.tsx';
import { CountedText } from '#web/toolkit/dialog/CountedText.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import styles from './notification-fields.module.css';
import type { OptionalNotification } from './use-notification.ts';

const targetRoles = [
  NotifyTarget.nextHandler,
  NotifyTarget.previousHandler,
  NotifyTarget.currentHandler,
  NotifyTarget.applicant,
  NotifyTarget.agent,
  NotifyTarget.supervisor,
];

/**
 * Asks for an additional notification (通知): recipients, text and channels; collapsed until it is switched on.
 */
export function NotificationFields(props: {
  notification: OptionalNotification;
  /** Number of the order. */
  code: string;
  /** True if the action assigns no next task. */
  hasNoNextTask: boolean;
  disabled: boolean;
}) {
  const { notification, disabled } = props;
  return (
    <div className={styles.notice}>
      <Checkbox
        checked={notification.draft.isEnabled}
        disabled={disabled}
        onChange={(event) => notification.change({ isEnabled: event.target.checked })}
      >
        通知<span className={styles.hint}>办理后另发消息给指定的人</span>
      </Checkbox>
      {notification.draft.isEnabled && <NotificationForm {...props} />}
    </div>
  );
}

function NotificationForm({
  notification,
  code,
  hasNoNextTask,
  disabled,
}: Parameters<typeof NotificationFields>[0]) {
  const id = useId();
  const choices = useQuery(queryOf(orderMessages.choices, { params: { workorderCode: code } }));
  if (choices.isPending) return <SkeletonRows rows={3} />;
  if (choices.isError)
    return <FailureState compact failure={choices.error} onRetry={() => void choices.refetch()} />;
  const { channels, targets: people } = choices.data;
  const { draft, problems, change } = notification;
  const roleTargets: readonly string[] = draft.targets.filter(isNotifyTarget);
  const personTargets = draft.targets.filter((target) => !isNotifyTarget(target));
  // An applicant without a phone number cannot be reached; for others the item defines the label.
  const applicant = people.find(({ value }) => value === NotifyTarget.applicant);
  const offeredRoles = targetRoles.filter((role) => role !== NotifyTarget.applicant || applicant);
  const labels = { ...notifyTargetLabel, ...(applicant && { [NotifyTarget.applicant]: applicant.name }) };
  const simulators = channels.filter(
    ({ channel, isTwin: isSimulator }) => isSimulator && draft.channels.includes(channel),
  );
  return (
    <Form component={false} layout="vertical" disabled={disabled}>
      <div className={styles.fields}>
        <Form.Item
          label={<span id={`${id}-targets`}>通知对象</span>}
          required
          validateStatus={problems.targets && 'error'}
          help={problems.targets}
        >
          <Checkbox.Group
            className={styles.plain}
            aria-labelledby={`${id}-targets`}
            value={[...roleTargets]}
            options={offeredRoles.map((value) => ({
              value,
              label: labels[value],
              disabled: value === NotifyTarget.nextHandler && hasNoNextTask && !roleTargets.includes(value),
            }))}
            onChange={(values) => change({ targets: [...values, ...personTargets] })}
          />
          <NameSelect
            ofPeople
            mode="multiple"
            aria-label="参与该办件的人员"
            placeholder="还可以选择参与该办件的人员"
            notFoundContent="没有可以选择的人员"
            maxTagCount="responsive"
            value={personTargets}
            options={people
              .filter(({ value }) => value.startsWith('staff:'))
              .map(({ value, name, part }) => ({ value, label: `${name}　${part}` }))}
            onChange={(values: string[]) => change({ targets: [...roleTargets, ...values] })}
          />
          <span className={styles.hint}>
            已选 {draft.targets.length} / {maxTargets}
          </span>
        </Form.Item>
        <Form.Item
          label={<span id={`${id}-channels`}>消息渠道</span>}
          required
          validateStatus={problems.channels && 'error'}
          help={problems.channels}
        >
          <Checkbox.Group
            className={styles.plain}
            aria-labelledby={`${id}-channels`}
            value={[...draft.channels]}
            options={channels.map(({ channel, label }) => ({ value: channel, label }))}
            onChange={(values: MessageChannel[]) => change({ channels: values })}
          />
          {simulators.length > 0 && (
            <span className={styles.hint}>
              {simulators.map(({ label }) => label).join('、')}为演示渠道：只保存，不真正发出
            </span>
          )}
        </Form.Item>
        <CountedText
          label="消息内容"
          required
          rows={2}
          max={maxContentLength}
          problem={problems.text}
          value={draft.text}
          onChange={(text) => change({ text })}
        />
      </div>
    </Form>
  );
}
