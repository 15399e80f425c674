import { RollbackOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import type { WorkOrderPage } from '#contract/work-orders.ts';
import type { HandledForms } from '#web/toolkit/open-forms/handled-forms.ts';
import type { CommonOpinions } from './OpinionField.tsx';
import { RecallDialog, WithdrawDialog } from './TakeBackDialogs.tsx';
import { TaskBar } from './TaskBar.tsx';
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
  return page.task !== null || page.can.withdraw || page.can.recall;
}

/**
 * What this person may do with the order: opinion and actions of the open task, the single 提交 after a rollback, and
 * taking back one's last step. It stays at the lower edge of the page.
 */
export function HandlerBar(props: HandlerBarProps) {
  const { page, focusOpinion = false, stale = false, onActed, onReload, onLeave, ...rest } = props;
  const { order, can, task, withdrawTraceId } = page;
  const [takingBack, setTakingBack] = useState<'withdraw' | 'recall'>();
  const takeBackButtons = (
    <>
      {can.withdraw && withdrawTraceId !== null && (
        <Button icon={<RollbackOutlined aria-hidden />} onClick={() => setTakingBack('withdraw')}>
          撤回
        </Button>
      )}
      {can.recall && (
        <Button icon={<RollbackOutlined aria-hidden />} onClick={() => setTakingBack('recall')}>
          撤回办件
        </Button>
      )}
    </>
  );

  return (
    <section className={task !== null ? 'handler-bar' : 'handler-bar handler-bar-plain'} aria-label="办理">
      {task === null ? (
        <div className="handler-bar-buttons">{takeBackButtons}</div>
      ) : (
        <TaskBar
          key={task.traceId}
          order={order}
          task={task}
          {...{ focusOpinion, stale, onActed, onReload, onLeave, ...rest }}
        >
          {takeBackButtons}
        </TaskBar>
      )}
      {takingBack === 'withdraw' && withdrawTraceId !== null && (
        <WithdrawDialog
          orderCode={order.code}
          traceId={withdrawTraceId}
          nodeName={page.traces.find(({ id }) => id === withdrawTraceId)?.flowNodeName ?? ''}
          onDone={() => {
            setTakingBack(undefined);
            onReload();
          }}
          onClose={() => setTakingBack(undefined)}
        />
      )}
      {takingBack === 'recall' && (
        <RecallDialog orderCode={order.code} onDone={onLeave} onClose={() => setTakingBack(undefined)} />
      )}
    </section>
  );
}
