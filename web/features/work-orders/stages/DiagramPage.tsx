import { ArrowLeftOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { WorkOrderPage } from '#contract/work-orders.ts';
import type { DetailSlots } from '../detail-slots.ts';
import styles from './diagram-page.module.css';
import { NodeHandlers } from './NodeHandlers.tsx';
import { NodeTable } from './NodeTable.tsx';
import { nodeCells } from './stage-cells.ts';

/**
 * Shows the whole process over the page of an order: the diagram with people and times in its nodes, and 环节明细
 * with the same content as text. A node selected in one is selected in the other; Esc goes back to the order.
 */
export function DiagramPage(props: {
  page: WorkOrderPage;
  Diagram: DetailSlots['ProcessDiagram'];
  onClose: () => void;
}) {
  const { page, Diagram, onClose } = props;
  const { order, process } = page;
  const dialog = useRef<HTMLDialogElement>(null);
  const cells = useMemo(() => nodeCells(page), [page]);
  const [selectedNodeId, setSelectedNodeId] = useState(
    () => cells.find(({ state }) => state === 'active')?.key,
  );
  const [isFolded, setFolded] = useState(false);

  // A modal dialog keeps the focus inside and makes the page below inert.
  useEffect(() => dialog.current?.showModal?.(), []);

  return (
    <dialog
      ref={dialog}
      className={styles.page}
      aria-labelledby="diagram-title"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header className={styles.bar}>
        <Button type="text" icon={<ArrowLeftOutlined aria-hidden />} onClick={onClose}>
          返回办件
        </Button>
        <h2 id="diagram-title">完整流程图</h2>
        <span className={styles.about}>{[order.itemName, order.code, order.title].join('　')}</span>
      </header>
      <div className={styles.picture}>
        <Diagram
          definitionId={process.definitionId}
          activeNodeIds={process.activeNodeIds}
          doneNodeIds={process.doneNodeIds}
          nodes={cells.map(({ key, name, handlerText, timeOrLimit }) => ({
            id: key,
            name,
            handlerText: handlerText,
            timeText: timeOrLimit,
          }))}
          selectedNodeId={selectedNodeId}
          onSelect={setSelectedNodeId}
        />
      </div>
      <section className={styles.details} aria-labelledby="diagram-details">
        <div className={styles.detailsHead}>
          <h3 id="diagram-details">环节明细</h3>
          <span>与图同步，选中的环节两处同时突出</span>
          <Button type="link" size="small" aria-expanded={!isFolded} onClick={() => setFolded(!isFolded)}>
            {isFolded ? '展开' : '收起'}
          </Button>
        </div>
        {selectedNodeId !== undefined && (
          <NodeHandlers
            key={selectedNodeId}
            nodeQuery={{ procInsId: order.id, processDefId: order.procDefId, flowNodeId: selectedNodeId }}
          />
        )}
        {!isFolded && (
          <NodeTable page={page} cells={cells} selectedNodeId={selectedNodeId} onPick={setSelectedNodeId} />
        )}
      </section>
    </dialog>
  );
}
