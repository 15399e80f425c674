import { AimOutlined, ExpandOutlined, ZoomInOutlined, ZoomOutOutlined } from '@ant-design/icons';
import { Button, Space } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { FailureState } from '../feedback/FailureState.tsx';
import type { Drawing } from './bpmn-drawing.ts';
import styles from './diagram.module.css';
import { type DiagramNode, stateOf } from './diagram-nodes.ts';

/** Properties of the diagram of a process: the state of one order and the selected node. */
export interface DiagramProps {
  activeNodeIds: readonly string[];
  doneNodeIds: readonly string[];
  nodes: readonly DiagramNode[];
  /** The selected node, here and in the table next to it. */
  selectedNodeId: string | undefined;
  onSelect: (nodeId: string) => void;
  /** False for a definition without an order, which has no colours to explain. */
  isOfOrder?: boolean;
}

/**
 * Shows a process as a diagram that fills its container: taken flows and finished nodes in green, active
 * nodes framed, and in each node its people and its time. The drawing library is loaded with the first
 * diagram.
 */
export function ProcessDiagram(props: DiagramProps & { xml: string }) {
  const { xml, activeNodeIds, doneNodeIds, nodes, selectedNodeId, onSelect, isOfOrder = true } = props;
  const container = useRef<HTMLDivElement>(null);
  const drawing = useRef<Drawing | undefined>(undefined);
  const latest = useRef({ nodes, onSelect, selectedNodeId });
  latest.current = { nodes, onSelect, selectedNodeId };
  const [zoom, setZoom] = useState(1);
  const [failure, setFailure] = useState<unknown>();
  const [attempt, setAttempt] = useState(0);
  // Arrays are new with every answer; the diagram is drawn again only if their content differs.
  const content = JSON.stringify([activeNodeIds, doneNodeIds, nodes]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt draws again
  useEffect(() => {
    let isUnmounted = false;
    setFailure(undefined);
    const target = container.current;
    if (target === null) return;
    const [active, done] = JSON.parse(content) as [string[], string[]];
    import('./bpmn-drawing.ts')
      .then(({ drawProcess }) => {
        if (isUnmounted) return undefined;
        return drawProcess(target, {
          xml,
          activeNodeIds: active,
          doneNodeIds: done,
          nodes: latest.current.nodes,
          buildLabel: (node) => buildNodeLabel(node, stateOf(node.id, active, done)),
          onSelect: (id) => latest.current.onSelect(id),
          onZoom: setZoom,
        });
      })
      .then((newDrawing) => {
        if (newDrawing === undefined) return;
        if (isUnmounted) return newDrawing.destroy();
        drawing.current = newDrawing;
        newDrawing.highlight(latest.current.selectedNodeId);
      })
      .catch((cause: unknown) => {
        if (!isUnmounted) setFailure(cause);
      });
    return () => {
      isUnmounted = true;
      drawing.current?.destroy();
      drawing.current = undefined;
    };
  }, [xml, content, attempt]);

  useEffect(() => {
    drawing.current?.highlight(selectedNodeId);
    if (selectedNodeId !== undefined) drawing.current?.centreOn(selectedNodeId);
  }, [selectedNodeId]);

  if (failure !== undefined) {
    return <FailureState compact failure={failure} onRetry={() => setAttempt((count) => count + 1)} />;
  }
  const current = activeNodeIds.find((id) => nodes.some((node) => node.id === id));
  const locate = () => {
    if (current === undefined) return;
    onSelect(current);
    drawing.current?.centreOn(current);
  };
  return (
    <div className={styles.picture}>
      <div className={styles.tools}>
        {isOfOrder && (
          <ul className={styles.legend} aria-label="图例">
            <li className={styles.done}>已办理</li>
            <li className={styles.active}>办理中</li>
            <li>未到达</li>
          </ul>
        )}
        <span className={styles.hint}>
          {isOfOrder && '点击环节查看其办理记录；'}拖动移动画布，按住 Ctrl 滚轮缩放
        </span>
        {current !== undefined && (
          <Button icon={<AimOutlined aria-hidden />} onClick={locate}>
            定位当前环节
          </Button>
        )}
        <Space.Compact>
          <Button
            icon={<ZoomOutOutlined aria-hidden />}
            aria-label="缩小"
            onClick={() => drawing.current?.zoomOut()}
          />
          <span className={styles.zoom} role="status" aria-label="缩放比例">
            {Math.round(zoom * 100)}%
          </span>
          <Button
            icon={<ZoomInOutlined aria-hidden />}
            aria-label="放大"
            onClick={() => drawing.current?.zoomIn()}
          />
        </Space.Compact>
        <Button icon={<ExpandOutlined aria-hidden />} onClick={() => drawing.current?.showWhole()}>
          适应窗口
        </Button>
      </div>
      <div ref={container} className={styles.canvas} />
    </div>
  );
}

/**
 * Builds the name, handlers and time of a node. The table next to the diagram has the same content for screen
 * readers.
 */
function buildNodeLabel(node: DiagramNode, state: string): HTMLElement {
  const label = document.createElement('div');
  label.className = styles.label ?? '';
  label.dataset.state = state;
  label.setAttribute('aria-hidden', 'true');
  const lines = [
    ['strong', node.name],
    ['span', node.handlerText],
    ['span', node.timeText],
  ] as const;
  for (const [tag, text] of lines) {
    const line = document.createElement(tag);
    line.textContent = text;
    label.append(line);
  }
  return label;
}
