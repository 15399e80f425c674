import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Form } from 'antd';
import { useMemo, useState } from 'react';
import { type HandOverPreview, handOvers } from '#contract/hand-overs.ts';
import { maxReasonLength } from '#domain/opinions/limits.ts';
import { queryOf } from '#web/api/query-of.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { CountedText } from '#web/toolkit/dialog/CountedText.tsx';
import { CancelButton, EditingModal } from '#web/toolkit/dialog/EditingModal.tsx';
import { useChanged } from '#web/toolkit/dialog/use-changed.ts';
import { useProblems } from '#web/toolkit/dialog/use-problems.ts';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import type { HandlerCandidate } from '#web/toolkit/pickers/handler-sources.ts';
import { StaffButton, StaffField, staffIdOf } from '#web/toolkit/pickers/StaffField.tsx';
import { type DepartingPerson, DepartingPersonField } from './DepartingPersonField.tsx';
import { departingPersonText, notesOf } from './hand-over-texts.ts';
import styles from './hand-overs.module.css';
import { SharedViews } from './SharedViews.tsx';

/** Maximum number of tasks that are listed if they cannot be handed over. */
const maxListed = 20;

type ReceiversByItem = Readonly<Record<string, HandlerCandidate>>;

/** Shows a new hand-over: the departing person, the receivers, and a preview of all its effects. */
export function HandOverDialog(props: {
  /**
   * The person whose tasks are handed over; `nobody` for tasks without a handler; if undefined, the dialog asks.
   */
  departingPerson?: DepartingPerson | 'nobody';
  onStarted: (id: string) => void;
  onClose: () => void;
}) {
  const { departingPerson, onStarted, onClose } = props;
  const isUnattended = departingPerson === 'nobody';
  const preset = isUnattended ? undefined : departingPerson;
  const [fromId, setFromId] = useState(preset?.id ?? '');
  const [receiver, setReceiver] = useState<HandlerCandidate>();
  const [byItem, setByItem] = useState<ReceiversByItem>({});
  const [reason, setReason] = useState('');
  const hasChanges = useChanged([fromId, receiver, byItem, reason]);
  const { problems, clearProblem, applyServerProblems } = useProblems();
  const { run, running } = useMutation(handOvers.start);
  const assignment = {
    unattended: isUnattended,
    fromId,
    receiverId: staffIdOf(receiver),
    byItem: Object.entries(byItem).map(([taskCode, person]) => ({
      taskCode,
      receiverId: staffIdOf(person),
    })),
  };
  /** The departing person is no receiver. */
  const excludedPerson = useMemo(
    () => (fromId === '' ? undefined : { id: fromId, reason: '移交人本人' }),
    [fromId],
  );
  const isRequested = isUnattended || fromId !== '';
  const previewQuery = useQuery({
    ...queryOf(handOvers.preview, { body: assignment }),
    enabled: isRequested,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const isCurrent = previewQuery.data !== undefined && (previewQuery.data.from?.id ?? '') === fromId;
  const preview = isRequested && isCurrent ? previewQuery.data : undefined;
  const problemOf = (field: string) =>
    problems[field] ?? preview?.faults.find((problem) => problem.field.split('.')[0] === field)?.message;

  const start = async () => {
    const outcome = await run({ body: { ...assignment, reason } });
    if (outcome.kind === 'failed')
      applyServerProblems(outcome.failure, ({ field, message }) => ({
        [field.split('.')[0] ?? '']: message,
      }));
    if (outcome.kind !== 'done') return;
    await outcome.renewal;
    onStarted(outcome.data.id);
  };
  const canStart = preview !== undefined && preview.total > 0 && preview.unfinishedId === null;
  const obstacle = isRequested ? preview && obstacleOf(preview) : '请先选择移交人';

  return (
    <EditingModal
      open
      title={isUnattended ? '移交无人可办的待办' : '新建移交'}
      width={880}
      okText={canStart ? `开始移交 ${preview.total} 件` : '开始移交'}
      okButtonProps={{ disabled: !canStart || previewQuery.isPlaceholderData }}
      confirmLoading={running}
      onOk={() => void start()}
      unsaved={hasChanges}
      onCancel={onClose}
      footer={(_, { OkBtn }) => (
        <>
          {obstacle !== undefined && <span className={styles.obstacle}>{obstacle}</span>}
          <CancelButton />
          <OkBtn />
        </>
      )}
    >
      <Form layout="vertical">
        <div className={styles.people}>
          {!isUnattended && (
            <DepartingPersonField
              value={fromId}
              preset={preset}
              problem={problems.fromId}
              onChange={(id) => {
                setFromId(id);
                setByItem({});
                clearProblem('fromId');
              }}
            />
          )}
          <StaffField
            id="hand-over-receiver"
            label="接收人"
            value={receiver}
            excludedPerson={excludedPerson}
            problem={problemOf('receiverId')}
            onChange={(person) => {
              setReceiver(person);
              clearProblem('receiverId');
            }}
          />
        </div>
        {isUnattended && problems.fromId !== undefined && (
          <p className={styles.wrong} role="alert">
            {problems.fromId}
          </p>
        )}
        {isRequested && previewQuery.isError && (
          <FailureState failure={previewQuery.error} onRetry={() => void previewQuery.refetch()} />
        )}
        {isRequested && !previewQuery.isError && preview === undefined && <SkeletonRows rows={4} />}
        {preview !== undefined && (
          <PreviewPart
            preview={preview}
            receiver={receiver}
            excludedPerson={excludedPerson}
            byItem={byItem}
            problem={problemOf('byItem')}
            onContinue={onStarted}
            onViewDeleted={() => void previewQuery.refetch()}
            onChoose={(taskCode, person) => {
              setByItem((before) => ({ ...before, [taskCode]: person }));
              clearProblem('byItem');
            }}
          />
        )}
        <CountedText
          label="移交原因"
          required
          rows={2}
          max={maxReasonLength}
          placeholder="例如 调离、退休；写入每件的轨迹"
          value={reason}
          problem={problems.reason}
          onChange={(text) => {
            setReason(text);
            clearProblem('reason');
          }}
        />
      </Form>
    </EditingModal>
  );
}

function PreviewPart(props: {
  preview: HandOverPreview;
  receiver: HandlerCandidate | undefined;
  excludedPerson: { id: string; reason: string } | undefined;
  byItem: ReceiversByItem;
  problem: string | undefined;
  onChoose: (taskCode: string, person: HandlerCandidate) => void;
  onContinue: (id: string) => void;
  onViewDeleted: () => void;
}) {
  const { preview, receiver, excludedPerson, byItem, problem, onChoose, onContinue, onViewDeleted } = props;
  const { items, cannot, from, unfinishedId } = preview;
  const notes = notesOf(preview);
  return (
    <section className={styles.preview} aria-label="移交内容">
      {unfinishedId !== null && (
        <p className={styles.wrong} role="alert">
          {departingPersonText(preview)}的上一次移交尚未完成。
          <Button onClick={() => onContinue(unfinishedId)}>查看并继续</Button>
        </p>
      )}
      {items.length === 0 ? (
        <EmptyState compact title={from ? `没有只能由${from.name}办理的待办` : '没有无人可办的待办'} />
      ) : (
        <div className={styles.scroller}>
          <table className={styles.table}>
            <caption className="visually-hidden">要移交的待办，按事项</caption>
            <thead>
              <tr>
                <th scope="col">事项</th>
                <th scope="col" className={styles.number}>
                  待办
                </th>
                <th scope="col" className={styles.number}>
                  等待他人
                </th>
                <th scope="col" className={styles.number}>
                  会签等席位
                </th>
                <th scope="col" className={styles.receiver}>
                  接收人
                </th>
              </tr>
            </thead>
            <tbody>
              {items.map(({ taskCode, itemName, open, held, seats }) => (
                <tr key={taskCode}>
                  <td>{itemName}</td>
                  <td className={styles.number}>{open}</td>
                  <td className={styles.number}>{held}</td>
                  <td className={styles.number}>{seats}</td>
                  <td className={styles.receiver}>
                    <StaffButton
                      id={`receiver-${taskCode}`}
                      label={`${itemName}的接收人`}
                      placeholder={receiver?.name ?? '同上'}
                      value={byItem[taskCode]}
                      excludedPerson={excludedPerson}
                      onChange={(person) => onChoose(taskCode, person)}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {problem !== undefined && <p className={styles.wrong}>{problem}</p>}
      {cannot.length > 0 && (
        <div className={styles.cannot}>
          <p className={styles.wrong}>
            {cannot.length} 件不能移交给所选的接收人，会留在原处；可以为该事项另选接收人。
          </p>
          <ul>
            {cannot.slice(0, maxListed).map(({ traceId, workorderCode, title, nodeName, reason }) => (
              <li key={traceId}>
                {workorderCode} {title}（{nodeName}）：{reason}
              </li>
            ))}
          </ul>
        </div>
      )}
      {preview.views.length > 0 && <SharedViews views={preview.views} onDeleted={onViewDeleted} />}
      {notes.length > 0 && (
        <ul className={styles.notes}>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Returns why the hand-over cannot start; undefined if it can. */
function obstacleOf({ total, unfinishedId }: HandOverPreview): string | undefined {
  if (unfinishedId !== null) return '上一次移交尚未完成，请先继续';
  return total === 0 ? '没有可移交的待办' : undefined;
}
