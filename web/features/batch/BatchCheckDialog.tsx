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
  chosen: readonly TodoRow[];
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
  // The chosen tasks stay, although rows of the list may disappear while the dialog is open.
  const [chosen] = useState(props.chosen);
  const check = useQuery({
    ...queryOf(batch.check, { body: { traceIds: chosen.map(({ traceId }) => traceId) } }),
    gcTime: 0,
  });
  const groups = useMemo(() => groupsOf(check.data?.rows ?? []), [check.data]);
  const [picked, setPicked] = useState<string>();
  const group = groups.find(({ key }) => key === picked) ?? groups[0];
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [opinion, setOpinion] = useState('');
  const [showsProblems, setShowsProblems] = useState(false);
  const barred = (group ? group.cannot : (check.data?.rows ?? [])).length;
  const taken = group?.can.filter(({ row }) => !left.has(row.traceId)) ?? [];
  const problem = group && problemOfOpinion(opinion.trim(), group.button.needsOpinion);

  const start = () => {
    setShowsProblems(true);
    if (!group || problem !== undefined) return;
    const draft = {
      button: { id: group.button.id, code: group.button.code, name: group.button.name },
      nodeName: group.nodeName,
      opinion: opinion.trim(),
      rows: taken.map(({ row }) => ({
        traceId: row.traceId,
        workorderId: row.task.workorderId,
        code: row.task.workorderCode,
        title: chosen.find(({ traceId }) => traceId === row.traceId)?.title ?? '',
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
          {batchTitle(name)} {chosen.length} 件
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
          <Button type="primary" disabled={taken.length === 0} onClick={start}>
            {confirmLabel(name)} {taken.length} 件
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
                <CheckCircleOutlined aria-hidden /> <strong>{group?.can.length ?? 0}</strong> 件可以办理
              </span>
              {barred > 0 && (
                <span className={styles.cannot}>
                  <CloseCircleOutlined aria-hidden /> <strong>{barred}</strong> 件不能办理，不会提交
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
          {groups.length > 1 && <GroupChoice groups={groups} picked={group?.key} onPick={setPicked} />}
          <Tasks
            chosen={chosen}
            group={group}
            others={check.data.rows.map(({ traceId, reason }) => ({
              traceId,
              reason: reason ?? batchReason.noButton,
            }))}
            left={left}
            onLeave={setLeft}
          />
          {group !== undefined && group.can.length > 0 && (
            <DialogOpinion
              note={`${taken.length} 件使用同一条意见`}
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

/** Gives both tables the same column widths. */
function Widths() {
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

/** Asks for one group if the chosen tasks are at several nodes: only one node is handled at a time. */
function GroupChoice(props: {
  groups: readonly BatchGroup[];
  picked: string | undefined;
  onPick: (key: string) => void;
}) {
  const name = useId();
  return (
    <fieldset className={styles.groups}>
      <legend className="visually-hidden">选择要批量办理的环节和操作</legend>
      {props.groups.map(({ key, nodeName, button, can }) => (
        <label key={key} className={key === props.picked ? styles.groupPicked : undefined}>
          <input type="radio" name={name} checked={key === props.picked} onChange={() => props.onPick(key)} />
          {nodeName}：{button.name}（{can.length} 件）
        </label>
      ))}
    </fieldset>
  );
}

function Tasks(props: {
  chosen: readonly TodoRow[];
  group: BatchGroup | undefined;
  /** Tasks with the reason why they are in no group; shown if there is no group at all. */
  others: readonly { traceId: string; reason: string }[];
  left: ReadonlySet<string>;
  onLeave: (left: ReadonlySet<string>) => void;
}) {
  const { chosen, group, left, onLeave } = props;
  const rowOf = (traceId: string) => chosen.find((row) => row.traceId === traceId);
  const cannot = group?.cannot ?? props.others;
  const can = group?.can ?? [];
  const isAll = can.every(({ row }) => !left.has(row.traceId));
  const leave = (traceId: string, on: boolean) => {
    const next = new Set(left);
    if (on) next.delete(traceId);
    else next.add(traceId);
    onLeave(next);
  };
  return (
    <ScrollRegion className={styles.tasks} label="所选办件">
      {cannot.length > 0 && (
        <>
          <h3>
            不能办理 {cannot.length} 件 <span>原因及办理入口见各行</span>
          </h3>
          <table className={styles.table}>
            <caption className="visually-hidden">不能办理的办件</caption>
            <Widths />
            <tbody>
              {cannot.map(({ traceId, reason }) => (
                <tr key={traceId} className={styles.barred}>
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
      {can.length > 0 && (
        <>
          <h3>
            可以办理 {can.length} 件{' '}
            <span>
              已选 {can.filter(({ row }) => !left.has(row.traceId)).length} 件
              {group !== undefined &&
                group.elsewhere > 0 &&
                `；另有 ${group.elsewhere} 件在其他环节，可在上方切换`}
            </span>
            <Button
              type="link"
              size="small"
              onClick={() => onLeave(isAll ? new Set(can.map(({ row }) => row.traceId)) : new Set())}
            >
              {isAll ? '全不选' : '全选'}
            </Button>
          </h3>
          <table className={styles.table}>
            <caption className="visually-hidden">可以办理的办件</caption>
            <Widths />
            <tbody>
              {can.map(({ row, button }) => (
                <tr key={row.traceId}>
                  <td className={styles.box}>
                    <input
                      type="checkbox"
                      aria-label={`办理 ${row.task.workorderCode}`}
                      checked={!left.has(row.traceId)}
                      onChange={(event) => leave(row.traceId, event.target.checked)}
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
    </ScrollRegion>
  );
}

function Due({ row }: { row: TodoRow | undefined }) {
  return row === undefined ? null : (
    <DueLight due={row.due} of={row.dueOf === 'order' ? '全程' : undefined} />
  );
}
