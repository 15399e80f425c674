import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { type Trace, workOrders } from '#contract/work-orders.ts';
import { queryOf } from '#web/api/query-of.ts';
import styles from './trace-card.module.css';

/** Time for which an answer is cached; a user who returns later loads it again. */
const retentionMilliseconds = 60_000;

/**
 * The trace that another system has of the order, and the reader's choice between it and the portal's own.
 */
export interface RemoteTrace {
  name: string | null;
  /** Rows of the other system, while they replace ours. */
  rows: readonly Trace[] | undefined;
  isAsking: boolean;
  /** Reason why its rows are missing, as the end of a sentence. */
  problem: string | undefined;
  ownShown: boolean;
  showOwn: (shown: boolean) => void;
  retry: () => void;
}

/**
 * Returns the trace of the system that the order's item names (S1 §7); requested once while the page is open.
 */
export function useRemoteTrace(
  code: string,
  name: string | null,
  picked: { id: string } | undefined,
): RemoteTrace {
  const [ownShown, showOwn] = useState(false);
  const answer = useQuery({
    ...queryOf(workOrders.traces, { params: { workorderCode: code } }),
    enabled: name !== null,
    // Our events do not change it; without this each event would query the other system again and clear the
    // screen meanwhile.
    staleTime: 'static',
    gcTime: retentionMilliseconds,
    retry: false,
  });
  // The step strip links to our own rows.
  useEffect(() => {
    if (picked !== undefined) showOwn(true);
  }, [picked]);
  const waiting = name !== null && answer.isFetching;
  const known = answer.data?.source;
  const problem = answer.isError ? '查询没有成功' : (known?.fault ?? undefined);
  const hasRows = name !== null && !waiting && known != null && problem === undefined;
  return {
    name,
    rows: hasRows && !ownShown ? answer.data?.rows : undefined,
    isAsking: waiting && !ownShown,
    problem: waiting ? undefined : problem,
    ownShown,
    showOwn,
    retry: () => void answer.refetch(),
  };
}

/** Shows the source of the rows, and switches to the other source. */
export function RemoteTraceLine({ remote }: { remote: RemoteTrace }) {
  const { name, problem, isAsking, ownShown, showOwn, retry } = remote;
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
