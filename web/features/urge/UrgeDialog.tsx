import { useQuery } from '@tanstack/react-query';
import { Alert, Checkbox, Form, Input } from 'antd';
import { useId, useState } from 'react';
import { currentHandlers, type WaitingHandlers } from '#contract/current-handlers.ts';
import { handling } from '#contract/handling.ts';
import { minuteText } from '#domain/calendar/local-date.ts';
import { type MessageChannel, messageChannelLabel } from '#domain/enumerations/message-channel.ts';
import { urgeContent } from '#domain/messages/default-contents.ts';
import { maxReasonLength } from '#domain/opinions/limits.ts';
import { countCharacters } from '#domain/texts/characters.ts';
import { maxUrgeTextLength, maxUrgeTitleLength } from '#domain/workflow/model/limits.ts';
import { queryOf } from '#web/api/query-of.ts';
import { useAction } from '#web/api/use-action.ts';
import { useMe } from '#web/api/use-me.ts';
import { Attachments } from '../../toolkit/attachments/Attachments.tsx';
import { useAttachedFiles } from '../../toolkit/attachments/use-attached-files.ts';
import { ConfirmDialog } from '../../toolkit/confirm/ConfirmDialog.tsx';
import { CountedText } from '../../toolkit/dialog/CountedText.tsx';
import { useChanged } from '../../toolkit/dialog/use-changed.ts';
import { useProblems } from '../../toolkit/dialog/use-problems.ts';
import { FailureState } from '../../toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '../../toolkit/feedback/ScreenSkeleton.tsx';
import { useFeedback } from '../../toolkit/feedback/use-feedback.ts';
import { DueLight } from '../../toolkit/status/DueLight.tsx';
import styles from './urge.module.css';
import { defaultTitle, recipientsOf, type UrgeRecipient } from './urge-texts.ts';

/** Bounds of a wait: the clock of the browser may be wrong, and its timers hold 24 days at most. */
const shortestWait = 10_000;
const longestWait = 3_600_000;

/** Returns the milliseconds after which to ask again whether the order may be urged; false if it may be urged. */
function waitUntil(urgeableFrom: string | null | undefined): number | false {
  if (!urgeableFrom) return false;
  const milliseconds = new Date(urgeableFrom).getTime() - Date.now();
  return Math.min(longestWait, Math.max(shortestWait, milliseconds));
}

/**
 * Shows 催办: the reason, the recipients among the current handlers of the order, the channels, and below
 * them the collapsed message.
 */
export function UrgeDialog(props: {
  order: { id: string; code: string; title: string };
  /** Initial text of the reason, if the list provides one. */
  reason?: string;
  onDone: () => void;
  onClose: () => void;
}) {
  const { order, onDone, onClose } = props;
  const id = useId();
  const currentTasks = useQuery({
    ...queryOf(currentHandlers.ofOrder, { query: { workorderId: order.id } }),
    staleTime: 0,
    refetchInterval: ({ state }) => waitUntil(state.data?.urgeableFrom),
    refetchIntervalInBackground: true,
  });
  const me = useMe();
  const tasksWithPeople = currentTasks.data?.rows.map((row) => ({
    row,
    people: recipientsOf(row, me && `staff:${me.id}`),
  }));
  // Tasks without another person as candidate are left out.
  const rows = tasksWithPeople?.filter(({ people }) => people.length > 0);
  const allRecipients = rows?.flatMap(({ people }) => people) ?? [];
  // All people are recipients until the user removes one.
  const [removedKeys, setRemovedKeys] = useState<readonly string[]>([]);
  const recipients = [...new Set(allRecipients.map(({ key }) => key))].filter(
    (key) => !removedKeys.includes(key),
  );
  const [title, setTitle] = useState(() => defaultTitle(order.title));
  const [content, setContent] = useState(() => urgeContent(order.code));
  // All channels are used until one is removed; external channels reach only people who have enabled them.
  const channels = currentTasks.data?.channels ?? [];
  const [removedChannels, setRemovedChannels] = useState<readonly MessageChannel[]>([]);
  const channelType = channels.filter((channel) => !removedChannels.includes(channel));
  const files = useAttachedFiles(`urge.${order.id}`);
  const [reason, setReason] = useState(props.reason ?? '');
  const hasChanges = useChanged([removedKeys, title, content, removedChannels, reason]);
  const { problems, clearProblem, applyServerProblems } = useProblems();
  // The default message usually needs no change; a validation problem opens the section.
  const [isMessageOpen, setMessageOpen] = useState(false);
  const { run, running } = useAction(handling.handle);
  const feedback = useFeedback();

  const submit = async () => {
    const outcome = await run({
      body: {
        workorderId: order.id,
        handlerOperation: '7',
        workorderRemindInputVo: {
          title,
          content,
          reason,
          receivers: recipients,
          channelType,
          fileList: files.list.map((file) => ({ id: file.id })),
        },
      },
    });
    if (outcome.kind === 'ignored') return;
    if (outcome.kind === 'done') {
      files.clear();
      feedback.success(outcome.data.message);
      return onDone();
    }
    applyServerProblems(outcome.failure, ({ field, message }) => {
      const name = field.replace(/^workorderRemindInputVo\./, '');
      if (name === 'title' || name === 'content') setMessageOpen(true);
      return { [name]: message };
    });
  };

  return (
    <ConfirmDialog
      action="催办"
      code={order.code}
      subject={order.title}
      hasTextField
      disabled={rows === undefined || files.busy || Boolean(currentTasks.data?.urgeableFrom)}
      submitting={running}
      onConfirm={() => void submit()}
      unsaved={hasChanges}
      onCancel={onClose}
    >
      <LastUrge {...currentTasks.data} />
      <Form layout="vertical" component={false} className={styles.fields}>
        <CountedText
          label="催办内容"
          required
          problem={problems.reason}
          rows={2}
          placeholder="为什么催办，会记入办理轨迹"
          max={maxReasonLength}
          value={reason}
          onChange={(text) => {
            setReason(text);
            clearProblem('reason');
          }}
        />
        <Form.Item
          label={<span id={`${id}-recipients`}>接收人员</span>}
          required
          validateStatus={problems.receivers && 'error'}
          help={problems.receivers}
        >
          {currentTasks.isPending && <SkeletonRows rows={2} />}
          {currentTasks.isError && (
            <FailureState compact failure={currentTasks.error} onRetry={() => void currentTasks.refetch()} />
          )}
          {rows !== undefined && (
            <fieldset className={styles.tasks} aria-labelledby={`${id}-recipients`}>
              {rows.map(({ row, people }) => (
                <Task
                  key={row.traceId}
                  row={row}
                  people={people}
                  isSelected={(key) => recipients.includes(key)}
                  onSelect={(key, selected) => {
                    setRemovedKeys(
                      selected ? removedKeys.filter((other) => other !== key) : [...removedKeys, key],
                    );
                    clearProblem('receivers');
                  }}
                />
              ))}
            </fieldset>
          )}
        </Form.Item>
        <Form.Item
          label={<span id={`${id}-channels`}>消息渠道</span>}
          required
          validateStatus={problems.channelType && 'error'}
          help={problems.channelType}
          extra={channels.length > 1 ? '短信和政务即时通讯只发给在个人设置中开启的接收人' : undefined}
        >
          <Checkbox.Group
            aria-labelledby={`${id}-channels`}
            value={channelType}
            options={channels.map((value) => ({ value, label: messageChannelLabel[value] }))}
            onChange={(selected) => {
              setRemovedChannels(channels.filter((channel) => !selected.includes(channel)));
              clearProblem('channelType');
            }}
          />
        </Form.Item>
        <Form.Item validateStatus={problems.fileList && 'error'} help={problems.fileList}>
          <Attachments files={files} disabled={running} />
        </Form.Item>
        <details
          className={styles.message}
          open={isMessageOpen}
          onToggle={(event) => setMessageOpen(event.currentTarget.open)}
        >
          <summary>
            消息标题和内容 <span className={styles.hint}>{title}</span>
          </summary>
          <Form.Item
            label="消息标题"
            required
            htmlFor={`${id}-title`}
            validateStatus={problems.title && 'error'}
            help={problems.title}
          >
            <Input
              id={`${id}-title`}
              aria-required
              count={{ show: true, max: maxUrgeTitleLength, strategy: countCharacters }}
              value={title}
              onChange={(event) => {
                setTitle(event.target.value);
                clearProblem('title');
              }}
            />
          </Form.Item>
          <CountedText
            label="消息内容"
            required
            problem={problems.content}
            rows={2}
            max={maxUrgeTextLength}
            value={content}
            onChange={(text) => {
              setContent(text);
              clearProblem('content');
            }}
          />
        </details>
      </Form>
    </ConfirmDialog>
  );
}

/** Shows when the order was last urged, and when it may be urged again. */
function LastUrge(props: { lastUrgedAt?: string | null; urgeableFrom?: string | null }) {
  const { lastUrgedAt, urgeableFrom } = props;
  if (!lastUrgedAt) return null;
  const lastText = minuteText(new Date(lastUrgedAt));
  return urgeableFrom ? (
    <Alert
      className={styles.lastUrge}
      type="warning"
      showIcon
      title={`该件已于 ${lastText} 催办，${minuteText(new Date(urgeableFrom))} 之后可以再次催办。`}
    />
  ) : (
    <p className={styles.hint}>上次催办：{lastText}</p>
  );
}

/** Shows one waiting task, with the people it waits for. */
function Task(props: {
  row: WaitingHandlers;
  people: readonly UrgeRecipient[];
  isSelected: (key: string) => boolean;
  onSelect: (key: string, selected: boolean) => void;
}) {
  const { row, people, isSelected, onSelect } = props;
  return (
    <div className={styles.task}>
      <div className={styles.node}>
        <b>{row.flowNodeName}</b>
        <DueLight due={row.due} />
      </div>
      <div className={styles.people}>
        {people.map(({ key, name, hint }) => (
          <Checkbox
            key={key}
            checked={isSelected(key)}
            onChange={(event) => onSelect(key, event.target.checked)}
          >
            {name} <span className={styles.hint}>{hint}</span>
          </Checkbox>
        ))}
      </div>
    </div>
  );
}
