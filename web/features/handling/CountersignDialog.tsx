import { Radio } from 'antd';
import { useState } from 'react';
import { Attachments } from '#web/toolkit/attachments/Attachments.tsx';
import { ConfirmDialog } from '#web/toolkit/confirm/ConfirmDialog.tsx';
import { ConfirmRows } from '#web/toolkit/confirm/ConfirmRows.tsx';
import { useActionPreview } from '#web/toolkit/confirm/use-action-preview.ts';
import { DialogOpinion } from '#web/toolkit/opinion/DialogOpinion.tsx';
import { type ActionDialogProps, previewOf } from './action-confirm.ts';
import { CountersignGroups } from './CountersignGroups.tsx';
import { CountersignRules, defaultSettings, problemOfPercent } from './CountersignRules.tsx';
import { DocumentsRow } from './DocumentsRow.tsx';
import type { NamedHandler } from './NodeHandlersField.tsx';
import { NotificationFields } from './NotificationFields.tsx';
import styles from './requested-seats.module.css';
import {
  entriesOf,
  entriesOfGroups,
  problemOfCountersignReason,
  type RequestedGroup,
  repeatedKeysOf,
  seatCountText,
  seatKinds,
} from './requested-seats.ts';
import { SeatPills } from './SeatPills.tsx';
import { type Sequence, SequenceChoice } from './SequenceChoice.tsx';
import { seatAnswers } from './seat-answers.ts';
import { useNotification } from './use-notification.ts';
import { useStoredChoice } from './use-stored-choice.ts';

const firstGroup: readonly RequestedGroup[] = [{ id: 1, name: '', members: [] }];

/**
 * Asks for the participants of a countersign (发起会签, S1 §2, §4), one by one or in groups, and for the reason, the time
 * limit and the effect of the result.
 */
export function CountersignDialog(props: ActionDialogProps) {
  const { button, order, task, submitting, documents, onSubmit, onClose } = props;
  const { storedChoices } = props;
  const fallback = props.opinion.trim();
  const [mode, setMode] = useStoredChoice<'1' | '2'>(storedChoices, 'way', '1');
  const [members, setMembers] = useStoredChoice<readonly NamedHandler[]>(storedChoices, 'members', []);
  const [groups, setGroups] = useStoredChoice<readonly RequestedGroup[]>(storedChoices, 'groups', firstGroup);
  const [sequence, setSequence] = useStoredChoice<Sequence>(storedChoices, 'sequence', '1');
  const [settings, setSettings] = useStoredChoice(storedChoices, 'settings', defaultSettings);
  // The opinion in the bar, until the reason is written here.
  const [writtenReason, setReason] = useStoredChoice<string | undefined>(storedChoices, 'reason', undefined);
  const reason = writtenReason ?? fallback;
  const notification = useNotification(storedChoices, button);
  const [showsProblems, setShowsProblems] = useState(false);

  const isGrouped = mode === '2';
  const list = isGrouped ? entriesOfGroups(groups) : entriesOf(members);
  const hasRepeated = isGrouped && [...repeatedKeysOf(groups).values()].some(({ size }) => size > 0);
  const isMissing = isGrouped ? groups.some((group) => group.members.length === 0) : members.length === 0;
  const percentProblem = problemOfPercent(settings);
  const reasonProblem = problemOfCountersignReason(reason);
  const choice = {
    countersignList: list,
    countersignWay: mode,
    countersignHandlerType: sequence,
    countersignFlowCondition: settings.flowCondition,
    handlerLimitTime: settings.limitTime,
    handlerLimitUnit: settings.limitUnit,
    countersignRule: settings.rule,
    countersignPercent: settings.rule === 'share' ? settings.percent : null,
    countersignExpiry: settings.expiry,
  };
  const preview = useActionPreview(
    { ...previewOf(props, []), ...choice },
    !submitting && list.length > 0 && !isMissing && !hasRepeated && percentProblem === undefined,
  );
  const allMembers = isGrouped ? groups.flatMap((group) => group.members) : members;
  const answers = seatAnswers(
    preview,
    allMembers.map(({ key }) => key),
  );
  const dueAt = isMissing ? null : (preview.data?.outcome?.opens[0]?.dueAt ?? null);

  const submit = () => {
    setShowsProblems(true);
    const notificationChoice = notification.valueToSubmit();
    if (
      isMissing ||
      hasRepeated ||
      reasonProblem !== undefined ||
      percentProblem !== undefined ||
      notificationChoice === null
    )
      return;
    // The problem is shown at the seat.
    if ([...answers.values()].some(({ problem }) => problem !== undefined)) return;
    const handlerOpinion = reason.trim();
    const hasOtherOpinion = fallback !== '' && fallback !== handlerOpinion;
    onSubmit({
      ...choice,
      handlerOpinion,
      ...(hasOtherOpinion && { stagedOpinion: fallback }),
      ...notificationChoice,
    });
  };

  return (
    <ConfirmDialog
      action={button.name}
      countText={seatCountText(isGrouped ? groups : null, list.length)}
      code={order.code}
      subject={order.title}
      width="wide"
      hasChoices
      undo={{ isPossible: false, text: '同一环节只能会签一次；无人答复前可以取消后重新发起。' }}
      submitting={submitting || documents?.making === true}
      disabled={props.files.busy}
      onConfirm={submit}
      onCancel={onClose}
    >
      <div className={styles.countersign}>
        <div className={styles.who}>
          <div className={styles.line}>
            <span className={styles.label}>
              <span aria-hidden="true">*</span> 会签人员
            </span>
            <Radio.Group
              optionType="button"
              aria-label="会签方式"
              value={mode}
              options={[
                { value: '1', label: '按人员' },
                { value: '2', label: '按分组' },
              ]}
              onChange={(event) => setMode(event.target.value)}
            />
            <span className={styles.apart}>
              会签顺序
              <SequenceChoice label="会签顺序" value={sequence} onChange={setSequence} />
            </span>
          </div>
          {isGrouped ? (
            <CountersignGroups
              traceId={task.traceId}
              groups={groups}
              isOrdered={sequence === '2'}
              showsProblems={showsProblems}
              answers={answers}
              onChange={setGroups}
            />
          ) : (
            <>
              <SeatPills
                label="会签人员"
                traceId={task.traceId}
                kinds={seatKinds}
                members={members}
                answers={answers}
                isOrdered={sequence === '2'}
                onChange={setMembers}
              />
              {showsProblems && isMissing && (
                <p role="alert" className={styles.fault}>
                  请选择会签人员
                </p>
              )}
            </>
          )}
          <DialogOpinion
            label="发起原因"
            required
            value={reason}
            onChange={setReason}
            problem={showsProblems ? reasonProblem : undefined}
            disabled={submitting}
            commonOpinions={props.commonOpinions}
          />
          <span className={styles.label}>附件</span>
          <Attachments files={props.files} disabled={submitting} />
          {documents && (
            <ConfirmRows>
              <DocumentsRow {...documents} currentOpinion={reason.trim()} disabled={submitting} />
            </ConfirmRows>
          )}
          <NotificationFields
            notification={notification}
            code={order.code}
            hasNoNextTask={false}
            disabled={submitting}
          />
        </div>
        <CountersignRules
          settings={settings}
          dueAt={dueAt}
          showsProblems={showsProblems}
          onChange={setSettings}
        />
      </div>
    </ConfirmDialog>
  );
}
