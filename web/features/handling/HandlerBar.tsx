import { RollbackOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { TextAreaRef } from 'antd/es/input/TextArea';
import { useEffect, useRef, useState } from 'react';
import type { WorkOrderPage } from '#contract/work-orders.ts';
import { ProblemListDialog } from '#web/toolkit/feedback/ProblemListDialog.tsx';
import type { HandledForms } from '#web/toolkit/open-forms/handled-forms.ts';
import { ActionButtons } from './ActionButtons.tsx';
import { ActionDialog } from './ActionDialog.tsx';
import { buildBarTask } from './bar-task.ts';
import { GoneDialog } from './GoneDialog.tsx';
import { type CommonOpinions, OpinionField } from './OpinionField.tsx';
import { ResultDialog } from './ResultDialog.tsx';
import { RecallDialog, WithdrawDialog } from './TakeBackDialogs.tsx';
import { useHandlingFlow } from './use-handling-flow.ts';
import { useOpinion } from './use-opinion.ts';
import './handling.css';

export interface HandlerBarProps {
  page: WorkOrderPage;
  forms: HandledForms;
  /** `e` in a list comes here with the opinion in focus. */
  focusOpinion?: boolean;
  /** The task changed under the user's hands: nothing may be sent until the new state was looked at. */
  stale?: boolean;
  /** This person's own action went through: what changes from here on is no surprise. */
  onActed?: () => void;
  /** The order as it is now. */
  onReload: () => void;
  /** Back to where the user came from. */
  onLeave: () => void;
  CommonOpinions: CommonOpinions;
}

/** Whether the bar has anything to offer to this person. */
export function hasHandlerBar(page: WorkOrderPage): boolean {
  return buildBarTask(page) !== undefined || page.can.withdraw || page.can.recall;
}

/**
 * What this person may do with the order: opinion and actions of the open task, the single 提交 after a rollback, and
 * taking back one's last step. It stays at the lower edge of the page.
 */
export function HandlerBar(props: HandlerBarProps) {
  const {
    page,
    forms,
    focusOpinion = false,
    stale = false,
    onActed,
    onReload,
    onLeave,
    CommonOpinions,
  } = props;
  const { order, can } = page;
  const task = buildBarTask(page);
  const opinionField = useRef<TextAreaRef>(null);
  const { opinion, setOpinion, forget } = useOpinion(order.code);
  const [takingBack, setTakingBack] = useState<'withdraw' | 'recall'>();
  const flow = useHandlingFlow({
    workorderId: order.id,
    workorderCode: order.code,
    traceId: task?.traceId ?? '',
    opinion,
    opinionRequired: task?.opinionRequired ?? false,
    focusOpinion: () => opinionField.current?.focus({ cursor: 'end' }),
    forms,
    onDone: () => {
      forget();
      onActed?.();
    },
  });
  const { step } = flow;
  // After the page's own heading, which takes the focus on arrival.
  useEffect(() => {
    if (!focusOpinion) return;
    const frame = requestAnimationFrame(() => opinionField.current?.focus({ cursor: 'end' }));
    return () => cancelAnimationFrame(frame);
  }, [focusOpinion]);
  const asking = step.kind === 'asking' ? step.button : step.kind === 'faulty' ? step.asking : undefined;
  const closeAndReload = () => {
    flow.close();
    setTakingBack(undefined);
    onReload();
  };

  return (
    <section className={task ? 'handler-bar' : 'handler-bar handler-bar-plain'} aria-label="办理">
      {task !== undefined && (
        <OpinionField
          ref={opinionField}
          value={opinion}
          onChange={setOpinion}
          required={task.opinionRequired}
          nodeName={task.nodeName}
          disabled={flow.running}
          CommonOpinions={CommonOpinions}
        />
      )}
      <div className="handler-bar-buttons">
        {task !== undefined && (
          <ActionButtons
            buttons={task.buttons}
            running={flow.running}
            disabled={stale}
            onPress={flow.start}
          />
        )}
        {can.withdraw && page.withdrawTraceId !== null && (
          <Button icon={<RollbackOutlined aria-hidden />} onClick={() => setTakingBack('withdraw')}>
            撤回
          </Button>
        )}
        {can.recall && (
          <Button icon={<RollbackOutlined aria-hidden />} onClick={() => setTakingBack('recall')}>
            撤回办件
          </Button>
        )}
      </div>

      {asking !== undefined && task !== undefined && (
        <ActionDialog
          button={asking}
          orderId={order.id}
          orderCode={order.code}
          flowNodeId={task.nodeId}
          traceId={task.traceId}
          opinion={opinion.trim()}
          forms={forms}
          submitting={flow.running}
          onSubmit={(choice) => void flow.submit(asking, choice)}
          onClose={flow.close}
        />
      )}
      {step.kind === 'faulty' && (
        <ProblemListDialog title={step.title} problems={step.problems} onClose={flow.closeProblems} />
      )}
      {step.kind === 'gone' && <GoneDialog text={step.text} onReload={closeAndReload} />}
      {step.kind === 'done' && <ResultDialog action={step.action} result={step.result} onLeave={onLeave} />}
      {takingBack === 'withdraw' && page.withdrawTraceId !== null && (
        <WithdrawDialog
          orderCode={order.code}
          traceId={page.withdrawTraceId}
          onDone={closeAndReload}
          onClose={() => setTakingBack(undefined)}
        />
      )}
      {takingBack === 'recall' && (
        <RecallDialog orderCode={order.code} onDone={onLeave} onClose={() => setTakingBack(undefined)} />
      )}
    </section>
  );
}
