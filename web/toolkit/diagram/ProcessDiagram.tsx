import { CompressOutlined, ZoomInOutlined, ZoomOutOutlined } from '@ant-design/icons';
import { Button, Space, Tooltip } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { FailureState } from '../feedback/FailureState.tsx';
import { joinClasses } from '../page/join-classes.ts';
import type { Drawing } from './bpmn-drawing.ts';
import styles from './diagram.module.css';
import { type DrawnShape, describeNodes, nodeStateLabel } from './diagram-nodes.ts';

/**
 * A process as a picture with the nodes in progress lit and the done ones tinted, and the same in words below it.
 * The drawing library comes with the first diagram that is looked at.
 */
export function ProcessDiagram(props: {
  xml: string;
  activeNodeIds: readonly string[];
  doneNodeIds: readonly string[];
}) {
  const { xml, activeNodeIds, doneNodeIds } = props;
  const container = useRef<HTMLDivElement>(null);
  const drawing = useRef<Drawing | undefined>(undefined);
  const [shapes, setShapes] = useState<readonly DrawnShape[]>([]);
  const [failure, setFailure] = useState<unknown>();
  const [attempt, setAttempt] = useState(0);
  // Arrays come anew with every answer; the picture is drawn again only when their content differs.
  const active = activeNodeIds.join('\n');
  const done = doneNodeIds.join('\n');

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt draws again
  useEffect(() => {
    let left = false;
    setFailure(undefined);
    const target = container.current;
    if (target === null) return;
    import('./bpmn-drawing.ts')
      .then(({ drawProcess }) => {
        if (left) return undefined;
        return drawProcess(target, xml, active.split('\n'), done.split('\n'));
      })
      .then((drawn) => {
        if (drawn === undefined) return;
        if (left) return drawn.destroy();
        drawing.current = drawn;
        setShapes(drawn.shapes);
      })
      .catch((reason: unknown) => {
        if (!left) setFailure(reason);
      });
    return () => {
      left = true;
      drawing.current?.destroy();
      drawing.current = undefined;
    };
  }, [xml, active, done, attempt]);

  if (failure !== undefined) {
    return <FailureState compact failure={failure} onRetry={() => setAttempt((count) => count + 1)} />;
  }
  return (
    <div>
      <div className={styles.tools}>
        <ul className={styles.legend} aria-label="图例">
          <li className={styles.active}>办理中</li>
          <li className={styles.done}>已办理</li>
          <li>未到达</li>
        </ul>
        <Space.Compact>
          <Tooltip title="放大">
            <Button
              icon={<ZoomInOutlined aria-hidden />}
              aria-label="放大"
              onClick={() => drawing.current?.zoomIn()}
            />
          </Tooltip>
          <Tooltip title="缩小">
            <Button
              icon={<ZoomOutOutlined aria-hidden />}
              aria-label="缩小"
              onClick={() => drawing.current?.zoomOut()}
            />
          </Tooltip>
          <Tooltip title="适合窗口">
            <Button
              icon={<CompressOutlined aria-hidden />}
              aria-label="适合窗口"
              onClick={() => drawing.current?.fit()}
            />
          </Tooltip>
        </Space.Compact>
      </div>
      <div ref={container} className={styles.canvas} />
      <details className={styles.words}>
        <summary>以文字查看环节</summary>
        <ol>
          {describeNodes(shapes, activeNodeIds, doneNodeIds).map((node) => (
            <li key={node.id} aria-current={node.state === 'active' ? 'step' : undefined}>
              {node.name}
              <span className={joinClasses(styles.state, styles[node.state])}>
                {nodeStateLabel[node.state]}
              </span>
            </li>
          ))}
        </ol>
      </details>
    </div>
  );
}
