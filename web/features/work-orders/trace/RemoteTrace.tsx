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
  /** Rows of the other system, while they replace the portal's. */
  rows: readonly Trace[] | undefined;
  isLoading: boolean;
  /** Reason why its rows are missing, as a part of a sentence. */
  problem: string | undefined;
  isOwnShown: boolean;
  showOwn: (shown: boolean) => void;
  retry: () => void;
}

/**
 * Returns the trace of the system that the order's item names (S1 §7); requested once while the page is open.
 */
export function useRemoteTrace(
  code: string,
  name: string | null,
  pickedRow: { id: string } | undefined,
): RemoteTrace {
  const [isOwnShown, showOwn] = useState(false);
  const remoteQuery = useQuery({
    ...queryOf(workOrders.traces, { params: { workorderCode: code } }),
    enabled: name !== null,
    // Events of the portal do not change it; without this setting each event would query the other system
    // again and clear the screen meanwhile.
    staleTime: 'static',
    gcTime: retentionMilliseconds,
    retry: false,
  });
  // The strip of stages links to the portal's rows.
  useEffect(() => {
    if (pickedRow !== undefined) showOwn(true);
  }, [pickedRow]);
  const isWaiting = name !== null && remoteQuery.isFetching;
  const source = remoteQuery.data?.source;
  const problem = remoteQuery.isError ? '查询没有成功' : (source?.fault ?? undefined);
  const hasRows = name !== null && !isWaiting && source != null && problem === undefined;
  return {
    name,
    rows: hasRows && !isOwnShown ? remoteQuery.data?.rows : undefined,
    isLoading: isWaiting && !isOwnShown,
    problem: isWaiting ? undefined : problem,
    isOwnShown,
    showOwn,
    retry: () => void remoteQuery.refetch(),
  };
}

/** Shows the source of the rows, and switches to the other source. */
export function RemoteTraceLine({ remote }: { remote: RemoteTrace }) {
  const { name, problem, isLoading, isOwnShown, showOwn, retry } = remote;
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
      {isLoading ? `正在向“${name}”查询…` : isOwnShown ? '以下是本系统的办理轨迹' : `以下轨迹由“${name}”提供`}
      <Button type="link" size="small" onClick={() => showOwn(!isOwnShown)}>
        {isOwnShown ? `查看“${name}”的轨迹` : '查看本系统的轨迹'}
      </Button>
    </p>
  );
}
