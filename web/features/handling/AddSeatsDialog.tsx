import { Form } from 'antd';
import { useState } from 'react';
import { askingOthers } from '#contract/asking-others.ts';
import type { PanelView } from '#contract/panels.ts';
import type { WorkOrderPage } from '#contract/work-orders.ts';
import { useAction } from '#web/api/use-action.ts';
import { ConfirmDialog } from '#web/toolkit/confirm/ConfirmDialog.tsx';
import { OutcomeRows } from '#web/toolkit/confirm/OutcomeRows.tsx';
import { PreviewFailure } from '#web/toolkit/confirm/PreviewFailure.tsx';
import { useActionPreview } from '#web/toolkit/confirm/use-action-preview.ts';
import { CountedText } from '#web/toolkit/dialog/CountedText.tsx';
import { useChanged } from '#web/toolkit/dialog/use-changed.ts';
import { useProblems } from '#web/toolkit/dialog/use-problems.ts';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import { HandlerKind } from '#web/toolkit/pickers/handler-sources.ts';
import type { NamedHandler } from './NodeHandlersField.tsx';
import styles from './requested-seats.module.css';
import {
  addSeatsLabel,
  entriesOf,
  newGroupName,
  seatCountText,
  seatKinds,
  seatProblemsOf,
} from './requested-seats.ts';
import { SeatPills } from './SeatPills.tsx';
import { seatAnswers } from './seat-answers.ts';
import { useReason } from './use-reason.ts';

/**
 * Shows 增加会签人 and 增加加签人: asks more people by the same rule and within the same limit; in a sequence they
 * come last.
 */
export function AddSeatsDialog(props: {
  order: Pick<WorkOrderPage['order'], 'id' | 'code' | 'title'>;
  panel: PanelView;
  onDone: () => void;
  onClose: () => void;
}) {
  const { order, panel, onDone, onClose } = props;
  const { id: panelId, traceId, kind, seats } = panel;
  const actionLabel = addSeatsLabel(panel);
  const participantLabel = kind === 'countersign' ? '会签人员' : '加签人员';
  const [members, setMembers] = useState<readonly NamedHandler[]>([]);
  const { problems, showProblems, clearProblem, applyServerProblems } = useProblems();
  const reason = useReason({ problems, clearProblem });
  const hasChanges = useChanged([members, reason.value]);
  const countersign = useAction(askingOthers.addToCountersign);
  const signers = useAction(askingOthers.addToSigners);
  const running = countersign.running || signers.running;
  const feedback = useFeedback();
  const group = newGroupName(panel);
  const countersignList = entriesOf(members, group);
  const preview = useActionPreview(
    {
      workorderId: order.id,
      traceId,
      panelId,
      offer: kind === 'countersign' ? 'addToCountersign' : 'addToSigners',
      countersignList,
    },
    !running && members.length > 0,
  );

  const answers = seatAnswers(
    preview,
    members.map(({ key }) => key),
  );

  const submit = async () => {
    if (members.length === 0) return showProblems({ countersignList: `请选择${participantLabel}` });
    if (reason.isTooLong) return;
    const body = { traceId, countersignList, reason: reason.value };
    const outcome =
      kind === 'countersign'
        ? await countersign.run({ body })
        : await signers.run({ body: { ...body, panelId } });
    if (outcome.kind === 'ignored') return;
    if (outcome.kind === 'done') {
      feedback.success(outcome.data.message);
      return onDone();
    }
    applyServerProblems(outcome.failure, (problem) => seatProblemsOf(problem, members));
  };

  const waitingNames = seats.filter(({ state }) => state !== 'removed').map(({ handlerName }) => handlerName);
  return (
    <ConfirmDialog
      action={actionLabel}
      countText={seatCountText(null, members.length)}
      code={order.code}
      subject={order.title}
      hasChoices
      undo={{ isPossible: true, text: '未答复前可以减签' }}
      submitting={running}
      onConfirm={() => void submit()}
      unsaved={hasChanges}
      onCancel={onClose}
    >
      <fieldset className={styles.field}>
        <legend>{participantLabel}</legend>
        <SeatPills
          label={participantLabel}
          traceId={traceId}
          kinds={kind === 'countersign' ? seatKinds : [HandlerKind.staff]}
          members={members}
          answers={answers}
          isOrdered={panel.sequence === 'inOrder' && group === ''}
          onChange={(handlers) => {
            setMembers(handlers);
            clearProblem('countersignList');
          }}
        />
        {problems.countersignList !== undefined && (
          <p role="alert" className={styles.fault}>
            {problems.countersignList}
          </p>
        )}
        <p className={styles.hint}>
          {`${group === '' ? '' : `另为${group}；`}${panel.sequence === 'inOrder' ? '排在最后；' : ''}规则和时限不变。`}
          已请：{waitingNames.join('、')}
        </p>
      </fieldset>
      {members.length > 0 && preview.isError && answers.size === 0 && <PreviewFailure preview={preview} />}
      {members.length > 0 && preview.data?.outcome && <OutcomeRows outcome={preview.data.outcome} />}
      <Form layout="vertical" component={false}>
        <CountedText label="增加原因" rows={2} placeholder="选填，写入办理轨迹" {...reason.field} />
      </Form>
    </ConfirmDialog>
  );
}
