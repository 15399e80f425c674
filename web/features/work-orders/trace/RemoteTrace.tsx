import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { type Trace, workOrders } from '#contract/work-orders.ts';
import { queryOf } from '#web/api/query-of.ts';
import styles from './trace-card.module.css';

/** The time that an answer is kept; a user who returns later fetches it anew. */
const keptMilliseconds = 60_000;

/**
 * The trace that another system has of the order, and the reader's choice between it and the portal's own.
 */
export interface RemoteTrace {
  name: string | null;
  /** Its rows, while they replace ours. */
  rows: readonly Trace[] | undefined;
  isAsking: boolean;
  /** Why its rows are not there, as the end of a sentence. */
  fault: string | undefined;
  ownShown: boolean;
  showOwn: (shown: boolean) => void;
  retry: () => void;
}

/** The trace of the system that the order's item names (S1 §7); asked for once while the page stands. */
export function useRemoteTrace(
  code: string,
  name: string | null,
  picked: { id: string } | undefined,
): RemoteTrace {
  const [ownShown, showOwn] = useState(false);
  const answer = useQuery({
    ...queryOf(workOrders.traces, { params: { workorderCode: code } }),
    enabled: name !== null,
    // No event of ours makes it another; without this each would ask the other system anew and empty the screen meanwhile.
    staleTime: 'static',
    gcTime: keptMilliseconds,
    retry: false,
  });
  // The step strip leads to rows of ours.
  useEffect(() => {
    if (picked !== undefined) showOwn(true);
  }, [picked]);
  const waiting = name !== null && answer.isFetching;
  const told = answer.data?.source;
  const problem = answer.isError ? '查询没有成功' : (told?.fault ?? undefined);
  const hasRows = name !== null && !waiting && told != null && problem === undefined;
  return {
    name,
    rows: hasRows && !ownShown ? answer.data?.rows : undefined,
    isAsking: waiting && !ownShown,
    fault: waiting ? undefined : problem,
    ownShown,
    showOwn,
    retry: () => void answer.refetch(),
  };
}

/** Says whose rows these are, and leads to the others. */
export function RemoteTraceLine({ remote }: { remote: RemoteTrace }) {
  const { name, fault: problem, isAsking, ownShown, showOwn, retry } = remote;
  if (name === null) return null;
  if (problem !== undefined) {
    return (
      <p className={styles.fault} role="status">
        未能取得“{name}”的轨迹：{problem}。以下是本系统的办理轨迹。
        <Button type="link" size="small" onClick={retry}>
          重试
        </Button>
      </p>
    );
  }
  return (
    <p className={styles.source} role="status">
      {isAsking ? `正在向“${name}”查询…` : ownShown ? '以下是本系统的办理轨迹' : `以下轨迹由“${name}”提供`}
      <Button type="link" size="small" onClick={() => showOwn(!ownShown)}>
        {ownShown ? `查看“${name}”的轨迹` : '查看本系统的轨迹'}
      </Button>
    </p>
  );
}
