import { Button } from 'antd';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { type DraftRow, initiation } from '#contract/initiation.ts';
import { draftExcerpt, draftName } from '#domain/drafts/draft-name.ts';
import { deletedDraftRetentionDays } from '#domain/drafts/limits.ts';
import { WorkOrderStatus } from '#domain/enumerations/work-order-status.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import { ListPage } from '#web/toolkit/list/ListPage.tsx';
import { type ListColumn, type ListFilter, listQueryOf } from '#web/toolkit/list-model/list-types.ts';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import styles from './draft-list.module.css';

const isDeleted = (row: DraftRow) => row.status === WorkOrderStatus.draftDeleted;
/** A deleted draft must be restored before it can be continued. */
const draftUrl = (row: DraftRow) =>
  isDeleted(row) ? undefined : `/initiation/${row.taskCode}?draftId=${row.id}`;

const filters: readonly ListFilter[] = [
  { kind: 'text', name: 'keyword', label: '关键词', placeholder: '办件名称或申请人' },
  {
    kind: 'select',
    name: 'status',
    label: '草稿状态',
    options: [
      { value: WorkOrderStatus.draft, label: '未提交' },
      { value: WorkOrderStatus.draftDeleted, label: '已删除' },
    ],
  },
];

/** Shows the time of the last save of a draft; for a deleted one the time until which it can be restored. */
function DraftTime({ row }: { row: DraftRow }) {
  return row.keptUntil === null ? (
    <DateTime value={row.updatedAt} />
  ) : (
    <>
      <DateTime value={row.keptUntil} /> 前可恢复
    </>
  );
}

/** Shows the name of a draft, and below it its content, because many drafts have no title. */
function NameCell({ row }: { row: DraftRow }) {
  const rest = draftExcerpt(row);
  return (
    <>
      {draftName(row)}
      {rest && <small className={styles.excerpt}>{rest}</small>}
    </>
  );
}

const columns: readonly ListColumn<DraftRow>[] = [
  {
    key: 'title',
    title: '办件名称',
    width: 320,
    grows: true,
    render: (row) => <NameCell row={row} />,
    link: draftUrl,
    hint: (row) => [draftName(row), draftExcerpt(row)].filter(Boolean).join('　'),
  },
  { key: 'item', title: '事项', width: 180, minWidth: 112, wraps: true, render: (row) => row.itemName },
  { key: 'applicant', title: '申请人', width: 120, render: (row) => row.applicantName || '—' },
  {
    key: 'created',
    title: '创建时间',
    width: 150,
    // In a narrow window the time of the last save is enough.
    hiddenUnder: 1500,
    render: (row) => <DateTime value={row.createdAt} />,
  },
  { key: 'updated', title: '最近保存', width: 200, render: (row) => <DraftTime row={row} /> },
];

/**
 * Shows 草稿箱: orders not yet started; the user resumes, deletes or restores drafts, one or several at the same time.
 */
export function DraftListScreen() {
  const navigate = useNavigate();
  const feedback = useFeedback();
  const deleteMutation = useMutation(initiation.deleteDrafts);
  const restoreMutation = useMutation(initiation.restoreDrafts);
  const [pendingDeletion, setPendingDeletion] = useState<{ rows: readonly DraftRow[]; clear?: () => void }>();

  const change = async (
    { run }: typeof deleteMutation | typeof restoreMutation,
    rows: readonly DraftRow[],
    message: string,
  ): Promise<boolean> => {
    const outcome = await run({ body: { ids: rows.map((row) => row.id).join(',') } });
    if (outcome.kind === 'failed') feedback.failure(outcome.failure);
    if (outcome.kind !== 'done') return false;
    feedback.success(message);
    await outcome.renewal;
    return true;
  };
  const remove = async () => {
    if (pendingDeletion === undefined || !(await change(deleteMutation, pendingDeletion.rows, '删除成功')))
      return;
    pendingDeletion.clear?.();
    setPendingDeletion(undefined);
  };
  const restore = async (rows: readonly DraftRow[], clear?: () => void) => {
    if (await change(restoreMutation, rows, '恢复成功')) clear?.();
  };
  const actionsOf = (row: DraftRow) =>
    isDeleted(row)
      ? [{ key: 'restore', label: '恢复', onRun: () => void restore([row]) }]
      : [{ key: 'delete', label: '删除', danger: true, onRun: () => setPendingDeletion({ rows: [row] }) }];

  return (
    <>
      <ListPage<DraftRow>
        name="drafts"
        exportName="drafts"
        title="草稿箱"
        source={(query) => listQueryOf(initiation.draftList, query)}
        rowKey={(row) => row.id}
        filters={filters}
        columns={columns}
        selectable
        card={(row) => ({
          url: draftUrl(row),
          title: draftName(row),
          secondLine: [row.itemName, row.applicantName, draftExcerpt(row)].filter(Boolean).join('　'),
          light: (
            <>
              <DraftTime row={row} /> {isDeleted(row) ? '' : '保存'}
            </>
          ),
          actions: actionsOf(row),
        })}
        rowActions={(row) => {
          const url = draftUrl(row);
          const continueAction = url && {
            key: 'continue',
            label: '继续填写',
            onRun: () => void navigate(url),
          };
          return [...(continueAction ? [continueAction] : []), ...actionsOf(row)];
        }}
        tools={({ selected, choose }) => {
          const clear = () => choose([]);
          const deletedRows = selected.filter(isDeleted);
          const activeRows = selected.filter((row) => !isDeleted(row));
          return deletedRows.length > 0 && activeRows.length === 0 ? (
            <Button loading={restoreMutation.running} onClick={() => void restore(deletedRows, clear)}>
              批量恢复
            </Button>
          ) : (
            <Button
              danger
              disabled={activeRows.length === 0}
              onClick={() => setPendingDeletion({ rows: activeRows, clear })}
            >
              批量删除
            </Button>
          );
        }}
        empty={{
          title: '草稿箱是空的',
          hint: '发起办件时填写的内容会自动保存在这里。',
          action: <Link to="/workflow-new">发起办件</Link>,
        }}
      />
      <AppModal
        open={pendingDeletion !== undefined}
        title="删除草稿"
        width={440}
        okText="确认删除"
        okButtonProps={{ danger: true }}
        confirmLoading={deleteMutation.running}
        onOk={() => void remove()}
        onCancel={() => setPendingDeletion(undefined)}
      >
        <p>
          {pendingDeletion?.rows.length === 1 && pendingDeletion.rows[0]
            ? `确定删除草稿“${draftName(pendingDeletion.rows[0])}”吗？`
            : `确定删除选中的 ${pendingDeletion?.rows.length ?? 0} 份草稿吗？`}
          {deletedDraftRetentionDays} 天内可在“草稿状态：已删除”中恢复。
        </p>
      </AppModal>
    </>
  );
}
