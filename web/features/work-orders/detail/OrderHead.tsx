import { ApartmentOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import type { WorkOrderPage } from '#contract/work-orders.ts';
import { Card } from '#web/toolkit/page/Card.tsx';
import { StepStrip } from '../stages/StepStrip.tsx';
import { stageCells } from '../stages/stage-cells.ts';
import { isPending } from '../trace/trace-order.ts';
import styles from './detail.module.css';
import { TitleLine } from './TitleLine.tsx';

/** What the order is and how far it has come: the title line, and under it the stages. */
export function OrderHead(props: {
  page: WorkOrderPage;
  /** The task in hand, whose limit is shown. */
  task: WorkOrderPage['task'];
  onPick: (traceId: string) => void;
  onShowDiagram: () => void;
}) {
  const { page, task, onPick, onShowDiagram } = props;
  const [all, setAll] = useState(false);
  const cells = useMemo(() => stageCells(page), [page]);
  const inHand = page.traces.find(({ id }) => id === task?.traceId) ?? page.traces.find(isPending);
  return (
    <Card>
      <TitleLine
        order={page.order}
        nodeDue={inHand?.due}
        extra={
          <Button type="link" size="small" icon={<ApartmentOutlined aria-hidden />} onClick={onShowDiagram}>
            查看完整流程图
          </Button>
        }
      />
      {cells.length > 0 && (
        <div className={styles.stages} data-all={all || undefined}>
          <StepStrip cells={cells} onPick={onPick} />
          <Button
            type="link"
            className={styles.allStages}
            aria-expanded={all}
            onClick={() => setAll((before) => !before)}
          >
            {all ? '收起' : `看全部 ${cells.length} 步`}
          </Button>
        </div>
      )}
    </Card>
  );
}
