import { useQuery } from '@tanstack/react-query';
import { Tag } from 'antd';
import type { OutputOf } from '#contract/endpoint.ts';
import { materialCheck } from '#contract/material-check.ts';
import type { WorkOrderPage } from '#contract/work-orders.ts';
import { PaperState, paperStateLabel } from '#domain/enumerations/paper-state.ts';
import { queryOf } from '#web/api/query-of.ts';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import { AttachedFiles } from '../trace/AttachedFiles.tsx';
import { MaterialCheckForm } from './MaterialCheckForm.tsx';
import { MaterialName } from './MaterialName.tsx';
import styles from './materials.module.css';

/** Shows the materials that an order needs, with the result of their check; a handler at the reception checks them here. */
export function MaterialsTab({ page }: { page: WorkOrderPage }) {
  const { code } = page.order;
  const query = useQuery(queryOf(materialCheck.read, { params: { workorderCode: code } }));
  if (query.isError) return <FailureState failure={query.error} onRetry={() => void query.refetch()} />;
  if (query.data === undefined) return <SkeletonRows rows={4} />;
  const { traceId } = query.data;
  return (
    <div className={styles.frame}>
      {traceId !== null && page.task !== null ? (
        <MaterialCheckForm code={code} traceId={traceId} check={query.data} />
      ) : (
        <CheckedMaterials check={query.data} />
      )}
      <CheckHistory check={query.data} />
    </div>
  );
}

type Check = OutputOf<typeof materialCheck.read>;

function CheckedMaterials({ check: { rows, summary } }: { check: Check }) {
  return (
    <>
      <p className={styles.summary}>{summary === '' ? '材料尚未核对' : summary}</p>
      <ol className={styles.rows} aria-label="材料">
        {rows.map((row, index) => (
          <li key={row.id} className={styles.readRow}>
            <span className={styles.number}>{index + 1}</span>
            <MaterialName row={row} />
            <span>
              <StateTag state={row.checkState} />
              {row.checkState !== null && (
                <span className={styles.second}>
                  原件 {row.actualOriginalNumber} 份，复印件 {row.actualCopyNumber} 份
                </span>
              )}
              {row.reason !== '' && <p className={styles.reason}>{row.reason}</p>}
            </span>
            {row.files.length > 0 && <AttachedFiles files={row.files} label={`${row.name}的文件`} />}
          </li>
        ))}
      </ol>
    </>
  );
}

function StateTag({ state }: { state: PaperState | null }) {
  if (state === null) return <Tag>未核对</Tag>;
  return <Tag color={state === PaperState.complete ? 'success' : 'warning'}>{paperStateLabel[state]}</Tag>;
}

function CheckHistory({ check: { history } }: { check: Check }) {
  if (history.length === 0) return null;
  return (
    <section aria-label="核对记录">
      <h3 className={styles.heading}>核对记录</h3>
      <ul className={styles.history}>
        {history.map(({ number, checkedAt, staffName, nodeName, problems }) => (
          <li key={number}>
            <DateTime value={checkedAt} /> {staffName}（{nodeName}）
            <span className={styles.second}>
              {problems.length === 0
                ? '所核对的材料齐全'
                : problems
                    .map(({ name, stateLabel, reason }) => `${name}：${reason || stateLabel}`)
                    .join('；')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
