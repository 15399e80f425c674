import { ApartmentOutlined, TeamOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import type { WorkOrderPage } from '#contract/work-orders.ts';
import { Card } from '#web/toolkit/page/Card.tsx';
import { ReplayButton } from '../history/ReplayButton.tsx';
import type { ReplaySlots } from '../history/replay-slots.ts';
import { StageStrip } from '../stages/StageStrip.tsx';
import { stageCells } from '../stages/stage-cells.ts';
import { panelTitle } from '../trace/panel-texts.ts';
import { isPending } from '../trace/trace-order.ts';
import { CurrentHandlersDialog } from './CurrentHandlersDialog.tsx';
import styles from './detail.module.css';
import { TitleLine } from './TitleLine.tsx';

/** Shows the title line of the order, and the stages below it. */
export function OrderHead(props: {
  page: WorkOrderPage;
  /** The current task, whose limit is shown. */
  task: WorkOrderPage['task'];
  /** Scrolls to the open task, which in a low window is at the end of the page. */
  onGoToTask: () => void;
  onShowDiagram: () => void;
  replaySlots: ReplaySlots;
  /** Content before the link to the diagram. */
  extra: ReactNode;
  /** The stages, under the title line. */
  children: ReactNode;
}) {
  const { page, task, onGoToTask, onShowDiagram, replaySlots, extra, children } = props;
  const [isHandlersOpen, setHandlersOpen] = useState(false);
  const openTask = page.traces.find(({ id }) => id === task?.traceId) ?? page.traces.find(isPending);
  return (
    <Card>
      <TitleLine
        order={page.order}
        nodeDue={openTask?.due}
        nodeTraceId={openTask?.id}
        nodeLabel={task?.askedBy ? panelTitle[task.askedBy.kind] : '环节'}
        extra={
          <>
            {task !== null && (
              <Button className={styles.toTask} type="primary" size="small" onClick={onGoToTask}>
                去办理
              </Button>
            )}
            {page.order.endedAt === null && (
              <Button
                type="link"
                size="small"
                icon={<TeamOutlined aria-hidden />}
                onClick={() => setHandlersOpen(true)}
              >
                当前处理人
              </Button>
            )}
            {extra}
            <ReplayButton page={page} slots={replaySlots} />
            <Button type="link" size="small" icon={<ApartmentOutlined aria-hidden />} onClick={onShowDiagram}>
              查看完整流程图
            </Button>
          </>
        }
      />
      {children}
      {isHandlersOpen && (
        <CurrentHandlersDialog
          orderId={page.order.id}
          code={page.order.code}
          onClose={() => setHandlersOpen(false)}
        />
      )}
    </Card>
  );
}

/** Shows the progress of an order; on a phone a button expands distant stages. */
export function Stages({ page, onPick }: { page: WorkOrderPage; onPick: (traceId: string) => void }) {
  const [isExpanded, setExpanded] = useState(false);
  const cells = useMemo(() => stageCells(page), [page]);
  if (cells.length === 0) return null;
  return (
    <div className={styles.stages} data-all={isExpanded || undefined}>
      <StageStrip cells={cells} onPick={onPick} />
      <Button
        type="link"
        className={styles.allStages}
        aria-expanded={isExpanded}
        onClick={() => setExpanded((before) => !before)}
      >
        {isExpanded ? '收起' : `查看全部 ${cells.length} 个环节`}
      </Button>
    </div>
  );
}
