import { useQuery } from '@tanstack/react-query';
import { currentHandlers, type NodeVisit } from '#contract/current-handlers.ts';
import { queryOf } from '#web/api/query-of.ts';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import styles from './diagram-page.module.css';

/**
 * Shows the current or former handlers of the node that is selected in the diagram (S1 §7 workflow diagram).
 */
export function NodeHandlers(props: {
  nodeQuery: { procInsId: string; processDefId: string; flowNodeId: string };
}) {
  const handlers = useQuery(queryOf(currentHandlers.ofNode, { query: props.nodeQuery }));
  if (handlers.isError) {
    return <FailureState compact failure={handlers.error} onRetry={() => void handlers.refetch()} />;
  }
  const { flowNodeName = '', rows = [] } = handlers.data ?? {};
  return (
    <p className={styles.handlers} role="status" aria-live="polite">
      {handlers.isPending ? (
        '正在查询处理人…'
      ) : (
        <>
          <b>{flowNodeName}</b>
          {rows.length === 0 && <span>尚未到达</span>}
          {rows.map((visit) => (
            <span key={visit.traceId}>{textsOf(visit)}</span>
          ))}
        </>
      )}
    </p>
  );
}

function textsOf(visit: NodeVisit) {
  const { handlers, handlerCount, candidateNames, substitutes } = visit;
  if (visit.handlerStatus !== 0) {
    const handlerText = [visit.handlerName || '系统', visit.handlerOrgName].filter(Boolean).join('，');
    return (
      <>
        {handlerText}，{visit.actName || '已关闭'}，<DateTime value={visit.endTime} />
      </>
    );
  }
  const people = handlers.slice(0, 3).map(({ name, orgName, positionNames }) => {
    const unitAndPosts = [orgName, positionNames].filter(Boolean).join('，');
    return unitAndPosts === '' ? name : `${name}（${unitAndPosts}）`;
  });
  return (
    <>
      等待{people.length > 0 ? people.join('、') : candidateNames.join('、')}
      {handlerCount > 3 && ` 等 ${handlerCount} 人`}办理
      {substitutes.length > 0 &&
        `（${substitutes
          .slice(0, 3)
          .map(({ name, absentName }) => `${name} 代 ${absentName}`)
          .join('，')}）`}
      ，
      <DateTime value={visit.startTime} /> 到达
    </>
  );
}
