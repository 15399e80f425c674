import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { type HandOver, handOvers } from '#contract/hand-overs.ts';
import { ListPage } from '#web/toolkit/list/ListPage.tsx';
import { type ListColumn, type ListFilter, listQueryOf } from '#web/toolkit/list-model/list-types.ts';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import { StatusTag } from '#web/toolkit/status/StatusTag.tsx';
import type { DepartingPerson } from './DepartingPersonField.tsx';
import { HandOverDialog } from './HandOverDialog.tsx';
import { HandOverProgressDialog } from './HandOverProgressDialog.tsx';
import { departingPersonText, stateOf } from './hand-over-texts.ts';
import { UnattendedDialog } from './UnattendedDialog.tsx';
import { UnattendedNote } from './UnattendedNote.tsx';

const filters: readonly ListFilter[] = [
  { kind: 'text', name: 'keyword', label: '移交人', placeholder: '移交人姓名' },
];

const columns: readonly ListColumn<HandOver>[] = [
  { key: 'from', title: '移交人', width: 120, render: departingPersonText },
  {
    key: 'org',
    title: '所在机构',
    width: 150,
    hint: ({ from }) => from?.orgName ?? '',
    render: ({ from }) => from?.orgName ?? '—',
  },
  {
    key: 'receivers',
    title: '接收人',
    width: 120,
    hint: ({ receiverNames }) => receiverNames.join('、'),
    render: ({ receiverNames }) => receiverNames.join('、'),
  },
  { key: 'state', title: '状态', width: 116, render: (row) => <StatusTag {...stateOf(row)} /> },
  { key: 'total', title: '件数', width: 70, align: 'right', render: ({ total }) => total },
  { key: 'moved', title: '已移交', width: 80, align: 'right', render: ({ moved }) => moved },
  { key: 'failed', title: '未移交', width: 80, align: 'right', render: ({ failed }) => failed },
  {
    key: 'reason',
    title: '原因',
    width: 130,
    hint: ({ reason }) => reason,
    render: ({ reason }) => reason,
  },
  { key: 'startedBy', title: '办理人', width: 90, render: ({ startedByName }) => startedByName },
  {
    key: 'startedAt',
    title: '移交时间',
    width: 170,
    render: ({ startedAt }) => <DateTime value={startedAt} />,
  },
];

/** Shows 工作移交: hand-overs of the tasks of departing people, and their results. */
export function HandOversScreen() {
  const [newHandOver, setNewHandOver] = useState<{ departingPerson?: DepartingPerson | 'nobody' }>();
  const [isUnattendedOpen, setUnattendedOpen] = useState(false);
  const [openHandOver, setOpenHandOver] = useState<{ id: string; startsAtOnce: boolean }>();
  const isUnfinished = ({ waiting }: HandOver) => waiting > 0;
  return (
    <>
      <ListPage<HandOver>
        name="hand-overs"
        title="工作移交"
        source={(query) => listQueryOf(handOvers.page, query)}
        rowKey={({ id }) => id}
        filters={filters}
        columns={columns}
        tools={() => (
          <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setNewHandOver({})}>
            新建移交
          </Button>
        )}
        note={() => <UnattendedNote onOpen={() => setUnattendedOpen(true)} />}
        rowActions={(row) => [
          {
            key: 'open',
            label: isUnfinished(row) ? '继续' : '明细',
            onRun: () => setOpenHandOver({ id: row.id, startsAtOnce: false }),
          },
        ]}
        empty={{ title: '没有工作移交', hint: '有人调离、退休或停用时，把其待办移交给接收人。' }}
      />
      {isUnattendedOpen && (
        <UnattendedDialog
          onClose={() => setUnattendedOpen(false)}
          onHandOver={(departingPerson) => {
            setUnattendedOpen(false);
            setNewHandOver({ departingPerson: departingPerson ?? 'nobody' });
          }}
        />
      )}
      {newHandOver && (
        <HandOverDialog
          {...newHandOver}
          onClose={() => setNewHandOver(undefined)}
          onStarted={(id) => {
            setNewHandOver(undefined);
            // A new hand-over starts at once; an unfinished one continues only after the user has seen the
            // rest.
            setOpenHandOver({ id, startsAtOnce: true });
          }}
        />
      )}
      {openHandOver && (
        <HandOverProgressDialog
          key={openHandOver.id}
          {...openHandOver}
          onClose={() => setOpenHandOver(undefined)}
        />
      )}
    </>
  );
}
