import { archiveDestructions, type DestructionItem } from '#contract/archive-destructions.ts';
import { destructionStateLabel } from '#domain/archive/archive-state.ts';
import { ListPage } from '#web/toolkit/list/ListPage.tsx';
import { type ListColumn, type ListFilter, listQueryOf } from '#web/toolkit/list-model/list-types.ts';
import { archiveCrumbs, periodOf } from './archive-texts.ts';

const filters: readonly ListFilter[] = [
  { kind: 'text', name: 'register', label: '清册号', placeholder: '如 XH2037-0001' },
  { kind: 'text', name: 'keyword', label: '关键词', placeholder: '档号、流水号或题名' },
];

const textColumn = (
  key: string,
  title: string,
  width: number,
  text: (row: DestructionItem) => string,
): ListColumn<DestructionItem> => ({ key, title, width, wraps: true, hint: text, render: text });

const columns: readonly ListColumn<DestructionItem>[] = [
  { key: 'place', title: '序号', width: 56, align: 'right', sort: 'place', render: ({ place }) => place },
  textColumn('number', '档号', 204, ({ number }) => number),
  { ...textColumn('title', '题名', 200, ({ title }) => title), grows: true },
  textColumn('concludedOn', '办结日期', 100, ({ concludedOn }) => concludedOn),
  textColumn('period', '保管期限', 132, periodOf),
  { key: 'files', title: '文件', width: 56, align: 'right', render: ({ files }) => files },
  textColumn('reason', '销毁理由', 140, ({ reason }) => reason),
  textColumn('appraisedBy', '鉴定人', 72, ({ appraisedBy }) => appraisedBy),
  textColumn('decidedBy', '审批人', 72, ({ decidedBy }) => decidedBy || '—'),
  textColumn('state', '状态', 80, ({ state }) => destructionStateLabel[state]),
  { ...textColumn('register', '清册号', 112, ({ register }) => register), hiddenByDefault: true },
  { ...textColumn('item', '事项', 140, ({ itemName }) => itemName), hiddenByDefault: true },
  { ...textColumn('keptUntil', '保管至', 100, ({ keptUntil }) => keptUntil), hiddenByDefault: true },
  {
    ...textColumn('handedOver', '移交批次', 120, ({ handedOver }) => handedOver || '—'),
    hiddenByDefault: true,
  },
];

/** Shows a 销毁清册 line by line, as it was when it was made: to be printed, signed and kept permanently. */
export function ArchiveDestructionItems() {
  return (
    <ListPage<DestructionItem>
      name="archive-destruction-items"
      title="清册明细"
      crumbs={[...archiveCrumbs, { title: '销毁清册', url: '/business/archive/destructions' }]}
      source={(query) => listQueryOf(archiveDestructions.items, query)}
      rowKey={({ id }) => id}
      filters={filters}
      columns={columns}
      defaultSorting={{ sort: 'place', order: 'asc' }}
      exportName="archive-destruction"
      signerRoles={['编制人', '审批人', '监销人']}
      empty={{ title: '没有清册明细', hint: '编制销毁清册后，其中的档案列在这里。' }}
    />
  );
}
