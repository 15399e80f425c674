import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { type DraftRow, initiation } from '#contract/initiation.ts';
import { renewQueries } from '#web/api/query-of.ts';
import { useAction } from '#web/api/use-action.ts';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import { ListPage } from '#web/toolkit/list/ListPage.tsx';
import { type ListColumn, type ListFilter, listQueryOf } from '#web/toolkit/list/list-types.ts';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';

const draftUrl = (row: DraftRow) => `/initiation/${row.taskCode}?draftId=${row.id}`;

const filters: readonly ListFilter[] = [
  { kind: 'text', name: 'keyword', label: '关键词', placeholder: '办件名称或申请人' },
];

const columns: readonly ListColumn<DraftRow>[] = [
  { key: 'title', title: '办件名称', width: 320, render: (row) => row.title || row.itemName, link: draftUrl },
  { key: 'item', title: '事项', width: 180, render: (row) => row.itemName },
  { key: 'applicant', title: '申请人', width: 120, render: (row) => row.applicantName || '—' },
  { key: 'created', title: '创建时间', width: 150, render: (row) => <DateTime value={row.createdAt} /> },
  { key: 'updated', title: '最近保存', width: 150, render: (row) => <DateTime value={row.updatedAt} /> },
];

/** 草稿箱: what was typed and not yet started; go on with it or throw it away, one or several at once. */
export function DraftListScreen() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const feedback = useFeedback();
  const { run, running } = useAction(initiation.deleteDrafts);
  const [doomed, setDoomed] = useState<{ rows: readonly DraftRow[]; clear?: () => void }>();

  const remove = async () => {
    if (doomed === undefined) return;
    const outcome = await run({ body: { ids: doomed.rows.map((row) => row.id).join(',') } });
    if (outcome.kind === 'failed') return feedback.failure(outcome.failure);
    if (outcome.kind === 'ignored') return;
    feedback.success('删除成功');
    doomed.clear?.();
    setDoomed(undefined);
    await renewQueries(client, [initiation.draftList]);
  };

  return (
    <>
      <ListPage<DraftRow>
        name="drafts"
        title="草稿箱"
        source={(query) => listQueryOf(initiation.draftList, query)}
        rowKey={(row) => row.id}
        filters={filters}
        columns={columns}
        selectable
        card={(row) => ({
          url: draftUrl(row),
          title: row.title || row.itemName,
          second: [row.itemName, row.applicantName].filter(Boolean).join('　'),
          light: (
            <>
              <DateTime value={row.updatedAt} /> 保存
            </>
          ),
          actions: [{ key: 'delete', label: '删除', danger: true, onRun: () => setDoomed({ rows: [row] }) }],
        })}
        rowActions={(row) => [
          { key: 'continue', label: '继续填写', onRun: () => void navigate(draftUrl(row)) },
          { key: 'delete', label: '删除', danger: true, onRun: () => setDoomed({ rows: [row] }) },
        ]}
        tools={({ selected, choose }) => (
          <Button
            danger
            disabled={selected.length === 0}
            onClick={() => setDoomed({ rows: selected, clear: () => choose([]) })}
          >
            批量删除
          </Button>
        )}
        empty={{
          title: '草稿箱是空的',
          hint: '发起办件时填写的内容会自动保存在这里。',
          action: <Link to="/workflow-new">发起办件</Link>,
        }}
      />
      <AppModal
        open={doomed !== undefined}
        title="删除草稿"
        width={440}
        okText="确认删除"
        okButtonProps={{ danger: true }}
        confirmLoading={running}
        onOk={() => void remove()}
        onCancel={() => setDoomed(undefined)}
      >
        <p>
          {doomed?.rows.length === 1
            ? `确定删除草稿“${doomed.rows[0]?.title || doomed.rows[0]?.itemName}”吗？删除后不能恢复。`
            : `确定删除选中的 ${doomed?.rows.length ?? 0} 份草稿吗？删除后不能恢复。`}
        </p>
      </AppModal>
    </>
  );
}
