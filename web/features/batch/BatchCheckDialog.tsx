import {
  CheckCircleOutlined,
  CloseCircleOutlined,
  InfoCircleOutlined,
  ReloadOutlined,
} from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useId, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { batch } from '#contract/batch.ts';
import type { TodoRow } from '#contract/work-orders.ts';
import { minuteText } from '#domain/calendar/local-date.ts';
import { problemOfOpinion } from '#domain/opinions/opinion.ts';
import { isBlank } from '#domain/texts/characters.ts';
import { batchReason } from '#domain/workflow/batch.ts';
import { queryOf } from '#web/api/query-of.ts';
import { confirmLabel } from '#web/toolkit/confirm/ConfirmDialog.tsx';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import type { CommonOpinions } from '#web/toolkit/opinion/common-opinions.ts';
import { DialogOpinion } from '#web/toolkit/opinion/DialogOpinion.tsx';
import { detailUrl } from '#web/toolkit/page/order-address.ts';
import { DueLight } from '#web/toolkit/status/DueLight.tsx';
import { ScrollRegion } from '#web/toolkit/table/ScrollRegion.tsx';
import styles from './batch.module.css';
import { type BatchGroup, groupsOf } from './batch-groups.ts';
import type { BatchDraft } from './batch-run.ts';
import { batchTitle } from './batch-texts.ts';

interface CheckProps {
  selectedTasks: readonly TodoRow[];
  commonOpinions: CommonOpinions;
  onStart: (draft: Omit<BatchDraft, 'person'>, button: BatchGroup['button']) => void;
  onClose: () => void;
}

/**
 * Shows the check before a batch: tasks that can be handled, the others with the reason, and the shared
 * opinion; no task is sent until the user confirms.
 */
export function BatchCheckDialog(props: CheckProps) {
  const { onClose } = props;
  // The selected tasks as they were when the dialog opened: rows of the list may disappear while it is open.
  const [selectedTasks] = useState(props.selectedTasks);
  const check = useQuery({
    ...queryOf(batch.check, { body: { traceIds: selectedTasks.map(({ traceId }) => traceId) } }),
    gcTime: 0,
  });
  const groups = useMemo(() => groupsOf(check.data?.rows ?? []), [check.data]);
  const [selectedKey, setSelectedKey] = useState<string>();
  const group = groups.find(({ key }) => key === selectedKey) ?? groups[0];
  const [excludedIds, setExcludedIds] = useState<ReadonlySet<string>>(new Set());
  const [opinion, setOpinion] = useState('');
  const [showsProblems, setShowsProblems] = useState(false);
  const blockedCount = (group ? group.blockedTasks : (check.data?.rows ?? [])).length;
  const includedTasks = group?.handleableTasks.filter(({ row }) => !excludedIds.has(row.traceId)) ?? [];
  const problem = group && problemOfOpinion(opinion.trim(), group.button.needsOpinion);

  const start = () => {
    setShowsProblems(true);
    if (!group || problem !== undefined) return;
    const draft = {
      button: { id: group.button.id, code: group.button.code, name: group.button.name },
      nodeName: group.nodeName,
      opinion: opinion.trim(),
      rows: includedTasks.map(({ row }) => ({
        traceId: row.traceId,
        workorderId: row.task.workorderId,
        code: row.task.workorderCode,
        title: selectedTasks.find(({ traceId }) => traceId === row.traceId)?.title ?? '',
      })),
    };
    props.onStart(draft, group.button);
  };

  const name = group === undefined ? '办理' : group.button.name;
  return (
    <AppModal
      open
      className={styles.dialog}
      width={1120}
      title={
        <>
          {batchTitle(name)}（所选 {selectedTasks.length} 件）
          {group !== undefined && (
            <span className={styles.about}>
              环节：{group.nodeName}
              {group.button.nextNodeNames !== '' && `　下一环节：${group.button.nextNodeNames}`}
            </span>
          )}
        </>
      }
      onCancel={onClose}
      footer={
        <div className={styles.foot}>
          <span>
            每件单独提交，一件失败不影响其他件。{group?.button.makesDocuments && '提交前先核对将生成的文书。'}
          </span>
          <Button onClick={onClose}>取消</Button>
          <Button type="primary" disabled={includedTasks.length === 0} onClick={start}>
            {confirmLabel(name)} {includedTasks.length} 件
          </Button>
        </div>
      }
    >
      {check.isError && <FailureState failure={check.error} onRetry={() => void check.refetch()} />}
      {check.isPending && (
        <div aria-live="polite">
          <span className="visually-hidden">正在核对</span>
          <SkeletonRows rows={8} rowHeight={40} />
        </div>
      )}
      {check.data !== undefined && (
        <>
          <div className={styles.sums}>
            <span role="status">
              <span className={styles.can}>
                <CheckCircleOutlined aria-hidden /> <strong>{group?.handleableTasks.length ?? 0}</strong>{' '}
                件可以办理
              </span>
              {blockedCount > 0 && (
                <span className={styles.cannot}>
                  <CloseCircleOutlined aria-hidden /> <strong>{blockedCount}</strong> 件不能办理，不会提交
                </span>
              )}
            </span>
            <span className={styles.checked}>核对时间 {minuteText(new Date(check.data.checkedAt))}</span>
            <Button
              icon={<ReloadOutlined aria-hidden />}
              loading={check.isFetching}
              onClick={() => void check.refetch()}
            >
              重新核对
            </Button>
          </div>
          {groups.length > 1 && (
            <GroupChoice groups={groups} selectedKey={group?.key} onSelect={setSelectedKey} />
          )}
          <Tasks
            selectedTasks={selectedTasks}
            group={group}
            tasksInNoGroup={check.data.rows.map(({ traceId, reason }) => ({
              traceId,
              reason: reason ?? batchReason.noButton,
            }))}
            excludedIds={excludedIds}
            onExcludedIdsChange={setExcludedIds}
          />
          {group !== undefined && group.handleableTasks.length > 0 && (
            <DialogOpinion
              note={`${includedTasks.length} 件使用同一条意见`}
              required={group.button.needsOpinion}
              value={opinion}
              onChange={setOpinion}
              problem={showsProblems || !isBlank(opinion) ? problem : undefined}
              disabled={false}
              commonOpinions={props.commonOpinions}
            />
          )}
        </>
      )}
    </AppModal>
  );
}

/** Sets the same column widths in both tables. */
function ColumnWidths() {
  return (
    <colgroup>
      <col className={styles.box} />
      <col className={styles.code} />
      <col />
      <col className={styles.reason} />
      <col className={styles.way} />
    </colgroup>
  );
}

/** Lets the user choose one group if the selected tasks are at several nodes: a batch handles one node only. */
function GroupChoice(props: {
  groups: readonly BatchGroup[];
  selectedKey: string | undefined;
  onSelect: (key: string) => void;
}) {
  const name = useId();
  return (
    <fieldset className={styles.groups}>
      <legend className="visually-hidden">选择要批量办理的环节和操作</legend>
      {props.groups.map(({ key, nodeName, button, handleableTasks }) => (
        <label key={key} className={key === props.selectedKey ? styles.groupPicked : undefined}>
          <input
            type="radio"
            name={name}
            checked={key === props.selectedKey}
            onChange={() => props.onSelect(key)}
          />
          {nodeName}：{button.name}（{handleableTasks.length} 件）
        </label>
      ))}
    </fieldset>
  );
}

function Tasks(props: {
  selectedTasks: readonly TodoRow[];
  group: BatchGroup | undefined;
  /** Tasks with the reason why they are in no group; shown if there is no group at all. */
  tasksInNoGroup: readonly { traceId: string; reason: string }[];
  excludedIds: ReadonlySet<string>;
  onExcludedIdsChange: (excludedIds: ReadonlySet<string>) => void;
}) {
  const { selectedTasks, group, excludedIds, onExcludedIdsChange } = props;
  const rowOf = (traceId: string) => selectedTasks.find((row) => row.traceId === traceId);
  const blockedTasks = group?.blockedTasks ?? props.tasksInNoGroup;
  const handleableTasks = group?.handleableTasks ?? [];
  const isAll = handleableTasks.every(({ row }) => !excludedIds.has(row.traceId));
  const setIncluded = (traceId: string, isIncluded: boolean) => {
    const newExcluded = new Set(excludedIds);
    if (isIncluded) newExcluded.delete(traceId);
    else newExcluded.add(traceId);
    onExcludedIdsChange(newExcluded);
  };
  return (
    <ScrollRegion className={styles.tasks} label="所选办件">
      {handleableTasks.length > 0 && (
        <>
          <h3>
            可以办理 {handleableTasks.length} 件{' '}
            <span>
              已选 {handleableTasks.filter(({ row }) => !excludedIds.has(row.traceId)).length} 件
              {group !== undefined &&
                group.countElsewhere > 0 &&
                `；另有 ${group.countElsewhere} 件在其他环节，可在上方切换`}
            </span>
            <Button
              type="link"
              size="small"
              onClick={() =>
                onExcludedIdsChange(
                  isAll ? new Set(handleableTasks.map(({ row }) => row.traceId)) : new Set(),
                )
              }
            >
              {isAll ? '全不选' : '全选'}
            </Button>
          </h3>
          <table className={styles.table}>
            <caption className="visually-hidden">可以办理的办件</caption>
            <ColumnWidths />
            <tbody>
              {handleableTasks.map(({ row, button }) => (
                <tr key={row.traceId}>
                  <td className={styles.box}>
                    <input
                      type="checkbox"
                      aria-label={`办理 ${row.task.workorderCode}`}
                      checked={!excludedIds.has(row.traceId)}
                      onChange={(event) => setIncluded(row.traceId, event.target.checked)}
                    />
                  </td>
                  <td className={styles.code}>{row.task.workorderCode}</td>
                  <td title={rowOf(row.traceId)?.title}>{rowOf(row.traceId)?.title}</td>
                  <td>
                    <Due row={rowOf(row.traceId)} />
                  </td>
                  <td className={styles.way}>{button.nextNodeNames || '等待其他分支'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      {blockedTasks.length > 0 && (
        <>
          <h3>
            不能办理 {blockedTasks.length} 件 <span>原因及办理入口见各行</span>
          </h3>
          <table className={styles.table}>
            <caption className="visually-hidden">不能办理的办件</caption>
            <ColumnWidths />
            <tbody>
              {blockedTasks.map(({ traceId, reason }) => (
                <tr key={traceId} className={styles.blocked}>
                  <td className={styles.box} />
                  <td className={styles.code}>{rowOf(traceId)?.code}</td>
                  <td title={rowOf(traceId)?.title}>{rowOf(traceId)?.title}</td>
                  <td className={styles.reason} title={reason}>
                    <InfoCircleOutlined aria-hidden /> {reason}
                  </td>
                  <td className={styles.way}>
                    <Link to={detailUrl(rowOf(traceId)?.code ?? '', { traceId })}>
                      {reason.startsWith('表单') ? '去完善' : '查看办件'}
                    </Link>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </ScrollRegion>
  );
}

function Due({ row }: { row: TodoRow | undefined }) {
  return row === undefined ? null : (
    <DueLight due={row.due} owner={row.dueOf === 'order' ? '全程' : undefined} />
  );
}
