import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type ArchiveDestruction, archiveDestructions } from '#contract/archive-destructions.ts';
import { DestructionState, destructionStateLabel } from '#domain/archive/archive-state.ts';
import { ListPage } from '#web/toolkit/list/ListPage.tsx';
import { type ListColumn, type ListFilter, listQueryOf } from '#web/toolkit/list-model/list-types.ts';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import { StatusTag, type StatusTone } from '#web/toolkit/status/StatusTag.tsx';
import { archiveCrumbs, optionsOf } from './archive-texts.ts';
import { type DestructionDecision, DestructionDecisionDialog } from './DestructionDecisionDialog.tsx';

const filters: readonly ListFilter[] = [
  { kind: 'text', name: 'keyword', label: '关键词', placeholder: '清册号、编制人或审批人' },
  { kind: 'select', name: 'state', label: '状态', options: optionsOf(destructionStateLabel) },
];

const tones: Record<DestructionState, StatusTone> = {
  proposed: 'warning',
  approved: 'progress',
  done: 'neutral',
  refused: 'error',
};

const columns: readonly ListColumn<ArchiveDestruction>[] = [
  { key: 'number', title: '清册号', width: 116, render: ({ number }) => number },
  {
    key: 'org',
    title: '编制单位',
    width: 160,
    grows: true,
    wraps: true,
    hint: ({ orgName }) => orgName,
    render: ({ orgName }) => orgName,
  },
  { key: 'entries', title: '件数', width: 64, align: 'right', render: ({ entries }) => entries },
  {
    key: 'state',
    title: '状态',
    width: 96,
    render: ({ state }) => <StatusTag label={destructionStateLabel[state]} tone={tones[state]} />,
  },
  { key: 'madeBy', title: '编制人', width: 80, render: ({ madeBy }) => madeBy },
  {
    key: 'madeAt',
    title: '编制时间',
    width: 138,
    sort: 'madeAt',
    render: ({ madeAt }) => <DateTime value={madeAt} />,
  },
  { key: 'decidedBy', title: '审批人', width: 80, render: ({ decidedBy }) => decidedBy || '—' },
  {
    key: 'opinion',
    title: '审批意见',
    width: 160,
    wraps: true,
    hint: ({ opinion }) => opinion,
    render: ({ opinion }) => opinion || '—',
  },
  {
    key: 'doneAt',
    title: '销毁时间',
    width: 138,
    render: ({ doneAt }) => (doneAt === null ? '—' : <DateTime value={doneAt} />),
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

/** Shows 销毁清册: the lists of entries to be destroyed, their approvers, and the dates of destruction. */
export function ArchiveDestructions() {
  const [decision, setDecision] = useState<DestructionDecision>();
  const navigate = useNavigate();
  return (
    <>
      <ListPage<ArchiveDestruction>
        name="archive-destructions"
        title="销毁清册"
        crumbs={archiveCrumbs}
        source={(query) => listQueryOf(archiveDestructions.page, query)}
        rowKey={({ id }) => id}
        filters={filters}
        columns={columns}
        defaultSorting={{ sort: 'madeAt', order: 'desc' }}
        rowActions={(row) => [
          {
            key: 'items',
            label: '明细',
            onRun: () => navigate(`/business/archive/destruction-items?register=${row.number}`),
          },
          ...(row.canApprove
            ? [
                {
                  key: 'approve',
                  label: '批准销毁',
                  danger: true,
                  onRun: () => setDecision({ kind: 'approve', row }),
                },
              ]
            : []),
          ...(row.state === DestructionState.proposed
            ? [{ key: 'refuse', label: '退回', onRun: () => setDecision({ kind: 'refuse', row }) }]
            : []),
        ]}
        empty={{ title: '没有销毁清册', hint: '在档案的“拟销毁”中点击“编制销毁清册”。' }}
      />
      {decision && (
        <DestructionDecisionDialog
          key={decision.row.id}
          decision={decision}
          onClose={() => setDecision(undefined)}
        />
      )}
    </>
  );
}
