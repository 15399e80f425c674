import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type ArchiveHandOver, archiveHandOvers } from '#contract/archive-hand-overs.ts';
import { handOverStateLabel } from '#domain/archive/archive-state.ts';
import { sizeText } from '#domain/uploads/size-text.ts';
import { addressOf } from '#web/api/call.ts';
import { useReportedMutation } from '#web/toolkit/feedback/use-reported-mutation.ts';
import { ListPage } from '#web/toolkit/list/ListPage.tsx';
import { type ListColumn, type ListFilter, listQueryOf } from '#web/toolkit/list-model/list-types.ts';
import { saveFrom } from '#web/toolkit/page/save-file.ts';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import { StatusTag } from '#web/toolkit/status/StatusTag.tsx';
import { archiveCrumbs, optionsOf } from './archive-texts.ts';
import { type HandOverMutation, HandOverMutationDialog } from './HandOverMutationDialog.tsx';

const filters: readonly ListFilter[] = [
  { kind: 'text', name: 'keyword', label: '关键词', placeholder: '批次号或接收单位' },
  { kind: 'select', name: 'state', label: '状态', options: optionsOf(handOverStateLabel) },
];

const columns: readonly ListColumn<ArchiveHandOver>[] = [
  { key: 'number', title: '移交批次', width: 116, render: ({ number }) => number },
  { key: 'receiver', title: '接收单位', width: 180, grows: true, render: ({ receiver }) => receiver },
  { key: 'packages', title: '件数', width: 70, align: 'right', render: ({ packages }) => packages },
  { key: 'size', title: '大小', width: 90, align: 'right', render: ({ size }) => sizeText(size) },
  {
    key: 'state',
    title: '状态',
    width: 90,
    render: ({ state }) => (
      <StatusTag label={handOverStateLabel[state]} tone={state === 'done' ? 'success' : 'progress'} />
    ),
  },
  { key: 'handedOn', title: '移交日期', width: 104, render: ({ handedOn }) => handedOn ?? '—' },
  { key: 'receivedBy', title: '接收人', width: 90, render: ({ receivedBy }) => receivedBy || '—' },
  { key: 'madeBy', title: '编制人', width: 90, render: ({ madeBy }) => madeBy },
  {
    key: 'madeAt',
    title: '编制时间',
    width: 138,
    sort: 'madeAt',
    render: ({ madeAt }) => <DateTime value={madeAt} />,
  },
  {
    key: 'note',
    title: '备注',
    width: 160,
    hiddenByDefault: true,
    wraps: true,
    hint: ({ note }) => note,
    render: ({ note }) => note,
  },
];

/**
 * Shows 档案移交 (archive transfers): packages that are given to an archive together, with their list, their
 * combined file, and the date of transfer.
 */
export function ArchiveHandOvers() {
  const [openDialog, setOpenDialog] = useState<HandOverMutation>();
  const download = useReportedMutation(archiveHandOvers.requestDownload);
  const navigate = useNavigate();
  const downloadAll = async ({ id }: ArchiveHandOver) => {
    const answer = await download.mutation({ params: { id } });
    if (answer === undefined) return;
    saveFrom(`${addressOf(archiveHandOvers.file, { id })}?${new URLSearchParams({ ticket: answer.ticket })}`);
  };
  return (
    <>
      <ListPage<ArchiveHandOver>
        name="archive-hand-overs"
        title="档案移交"
        crumbs={archiveCrumbs}
        source={(query) => listQueryOf(archiveHandOvers.page, query)}
        rowKey={({ id }) => id}
        filters={filters}
        columns={columns}
        defaultSorting={{ sort: 'madeAt', order: 'desc' }}
        rowActions={(row) => [
          { key: 'list', label: '清单', onRun: () => navigate(`/business/archive?batch=${row.number}`) },
          { key: 'download', label: '下载', onRun: () => void downloadAll(row) },
          ...(row.state === 'prepared'
            ? [
                { key: 'confirm', label: '登记移交', onRun: () => setOpenDialog({ kind: 'confirm', row }) },
                {
                  key: 'cancel',
                  label: '取消批次',
                  danger: true,
                  onRun: () => setOpenDialog({ kind: 'cancel', row }),
                },
              ]
            : []),
        ]}
        empty={{ title: '没有移交批次', hint: '在档案中选择档案，点击“编制移交清单”。' }}
      />
      {openDialog && (
        <HandOverMutationDialog
          key={openDialog.row.id}
          mutation={openDialog}
          onClose={() => setOpenDialog(undefined)}
        />
      )}
    </>
  );
}
