import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type ArchiveEntry, archive } from '#contract/archive.ts';
import { retentionLabel } from '#domain/archive/archive-record.ts';
import { archiveStateLabel } from '#domain/archive/archive-state.ts';
import { sizeText } from '#domain/uploads/size-text.ts';
import { queryOf } from '#web/api/query-of.ts';
import { ListPage } from '#web/toolkit/list/ListPage.tsx';
import {
  type ListColumn,
  type ListFilter,
  type ListQuery,
  type ListTools,
  listQueryOf,
} from '#web/toolkit/list-model/list-types.ts';
import { MenuButton } from '#web/toolkit/page/MenuButton.tsx';
import menuButtonStyles from '#web/toolkit/page/menu-button.module.css';
import { StatusTag } from '#web/toolkit/status/StatusTag.tsx';
import { useIsPhone } from '#web/toolkit/styles/use-window-size.ts';
import { AppraisalDialog } from './AppraisalDialog.tsx';
import { ArchiveEntryDialog } from './ArchiveEntryDialog.tsx';
import { ArchiveSettingsDialog } from './ArchiveSettingsDialog.tsx';
import styles from './archive.module.css';
import { optionsOf, periodOf, retainedUntilText, stateOf } from './archive-texts.ts';
import { PrepareDestructionDialog } from './PrepareDestructionDialog.tsx';
import { PrepareHandOverDialog, type SelectedEntries } from './PrepareHandOverDialog.tsx';

const columns: readonly ListColumn<ArchiveEntry>[] = [
  {
    key: 'number',
    title: '档号',
    width: 232,
    minWidth: 232,
    sort: 'number',
    hint: ({ number }) => number ?? '',
    render: ({ number }) => number ?? '—',
  },
  {
    key: 'title',
    title: '题名',
    width: 260,
    minWidth: 180,
    grows: true,
    wraps: true,
    hint: ({ title }) => title,
    render: ({ title }) => title,
  },
  {
    key: 'item',
    title: '事项',
    width: 120,
    minWidth: 96,
    wraps: true,
    hint: ({ itemName }) => itemName,
    render: ({ itemName }) => itemName,
  },
  { key: 'code', hiddenByDefault: true, title: '流水号', width: 108, render: ({ code }) => code },
  { key: 'year', hiddenByDefault: true, title: '年度', width: 64, render: ({ year }) => year ?? '—' },
  {
    key: 'state',
    title: '状态',
    width: 88,
    hint: ({ reason }) => reason,
    render: (row) => <StatusTag {...stateOf(row)} />,
  },
  { key: 'period', title: '保管期限', width: 84, render: periodOf },
  {
    key: 'concludedOn',
    title: '办结日期',
    width: 104,
    sort: 'concludedOn',
    render: (row) => row.concludedOn,
  },
  {
    key: 'keptUntil',
    title: '保管至',
    width: 104,
    sort: 'keptUntil',
    render: retainedUntilText,
  },
  {
    key: 'files',
    hiddenByDefault: true,
    title: '文件',
    width: 60,
    align: 'right',
    render: ({ files }) => files,
  },
  {
    key: 'size',
    title: '大小',
    width: 84,
    hiddenByDefault: true,
    align: 'right',
    render: ({ size, version }) => (version === 0 ? '—' : sizeText(size)),
  },
  {
    key: 'org',
    title: '立档单位',
    width: 160,
    hiddenByDefault: true,
    hint: ({ orgName }) => orgName,
    render: ({ orgName }) => orgName,
  },
];

/**
 * The open dialog with its entries, and the function that clears the selection: entries of one decision must
 * not be in the next one.
 */
type OpenDialog = Pick<ListTools<ArchiveEntry>, 'choose'> &
  (
    | { kind: 'handOver'; selection: SelectedEntries }
    | { kind: 'appraisal' | 'destruction'; entries: readonly ArchiveEntry[] }
  );

/**
 * Shows 档案: the catalogue of concluded orders, those whose packaging failed, and those that need a decision
 * (decision 0162).
 */
export function ArchiveCatalogue() {
  const [openEntryId, setOpenEntryId] = useState<string>();
  const [isSettingsOpen, setSettingsOpen] = useState(false);
  const [openDialog, setOpenDialog] = useState<OpenDialog>();
  const isPhone = useIsPhone();
  const navigate = useNavigate();
  const figures = useQuery(queryOf(archive.figures, {})).data;
  const canManage = figures?.canManage === true;
  const settings = useQuery({ ...queryOf(archive.settings, {}), staleTime: 60_000, enabled: canManage }).data;
  const filters: readonly ListFilter[] = [
    { kind: 'text', name: 'keyword', label: '关键词', placeholder: '档号、流水号或题名' },
    { kind: 'text', name: 'year', label: '年度', placeholder: '如 2026', problem: yearProblem },
    { kind: 'select', name: 'period', label: '保管期限', options: optionsOf(retentionLabel) },
    {
      kind: 'select',
      name: 'taskCode',
      label: '事项',
      options: (settings?.items ?? []).map(({ taskCode, itemName }) => ({
        value: taskCode,
        label: itemName,
      })),
    },
    { kind: 'select', name: 'state', label: '状态', options: optionsOf(archiveStateLabel) },
    {
      kind: 'select',
      name: 'handOver',
      label: '移交',
      options: optionsOf({ none: '未移交', prepared: '待移交', done: '已移交' }),
    },
    { kind: 'fromLink', name: 'batch', label: '移交批次', text: (number) => number },
  ];
  const navigateTo = (path: string) => () => navigate(`/business/archive/${path}`);
  const proposalsText = figures && figures.proposals > 0 ? `（${figures.proposals} 份待审批）` : '';
  const menuChoices = [
    ...(canManage
      ? [
          { key: 'hand-overs', label: '移交', onChoose: navigateTo('hand-overs') },
          { key: 'destructions', label: `销毁清册${proposalsText}`, onChoose: navigateTo('destructions') },
        ]
      : []),
    { key: 'retrievals', label: '利用登记', onChoose: navigateTo('retrievals') },
    ...(canManage ? [{ key: 'settings', label: '归档设置', onChoose: () => setSettingsOpen(true) }] : []),
  ];
  const close = () => setOpenDialog(undefined);
  const closeHandlers = {
    onClose: close,
    onDone: () => {
      openDialog?.choose([]);
      close();
    },
  };
  const failedCount = figures && String(figures.failed + figures.broken);
  return (
    <>
      <ListPage<ArchiveEntry>
        name="archive"
        title="档案"
        source={(query) => listQueryOf(archive.page, query)}
        rowKey={({ id }) => id}
        filters={filters}
        columns={columns}
        defaultSorting={{ sort: 'concludedOn', order: 'desc' }}
        exportName="archive"
        tabs={[
          { name: 'all', label: '全部', count: figures && String(figures.all) },
          {
            name: 'trouble',
            label: '需处理',
            count: failedCount,
            tone: 'error',
            empty: { title: '没有需处理的档案', hint: '归档失败、内容已变动的档案列在这里。' },
          },
          {
            name: 'expired',
            label: '到期鉴定',
            count: figures && String(figures.expired),
            tone: 'warning',
            empty: { title: '没有到期的档案', hint: '保管期限已满、待鉴定的档案列在这里。' },
          },
          {
            name: 'doomed',
            label: '拟销毁',
            count: figures && String(figures.doomed),
            tone: 'warning',
            empty: { title: '没有拟销毁的档案', hint: '在“到期鉴定”中鉴定为拟销毁的档案列在这里。' },
          },
        ]}
        // Without entries the empty state says what the tab is for.
        note={(query) => {
          const text = (isPhone ? phoneNoteOf : noteOf)[tabOf(query)];
          const isEmpty = figures?.[tabOf(query) === 'expired' ? 'expired' : 'doomed'] === 0;
          return text !== undefined && !isEmpty && <p className={styles.note}>{text}</p>;
        }}
        tools={({ selected, query, total, choose }) => (
          <>
            {figures !== undefined && figures.waiting > 0 && <span>待归档 {figures.waiting} 件</span>}
            {canManage && total > 0 && tabOf(query) in noteOf && (
              <Button
                type="text"
                disabled={selected.length === 0}
                onClick={() => setOpenDialog({ kind: 'appraisal', entries: selected, choose })}
              >
                鉴定
              </Button>
            )}
            {canManage && total > 0 && tabOf(query) === 'doomed' && (
              <Button
                type="text"
                disabled={selected.length === 0}
                onClick={() => setOpenDialog({ kind: 'destruction', entries: selected, choose })}
              >
                编制销毁清册
              </Button>
            )}
            {canManage && total > 0 && !(tabOf(query) in noteOf) && (
              <Button
                type="text"
                onClick={() =>
                  setOpenDialog({
                    kind: 'handOver',
                    selection:
                      selected.length > 0
                        ? { count: selected.length, ids: selected.map(({ id }) => id) }
                        : { count: total, filters: query.filters },
                    choose,
                  })
                }
              >
                编制移交清单
              </Button>
            )}
          </>
        )}
        selectable={canManage}
        actions={
          isPhone ? (
            <MenuButton className={menuButtonStyles.boxedButton ?? ''} choices={menuChoices}>
              更多
            </MenuButton>
          ) : (
            menuChoices.map(({ key, label, onChoose }) => (
              <Button key={key} onClick={onChoose}>
                {label}
              </Button>
            ))
          )
        }
        rowActions={({ id }) => [{ key: 'open', label: '查看', onRun: () => setOpenEntryId(id) }]}
        empty={{ title: '没有档案', hint: '办件办结后自动归档，列在这里。' }}
      />
      {openEntryId && (
        <ArchiveEntryDialog
          id={openEntryId}
          canManage={canManage}
          onClose={() => setOpenEntryId(undefined)}
        />
      )}
      {openDialog?.kind === 'handOver' && (
        <PrepareHandOverDialog selection={openDialog.selection} {...closeHandlers} />
      )}
      {openDialog?.kind === 'appraisal' && (
        <AppraisalDialog entries={openDialog.entries} {...closeHandlers} />
      )}
      {openDialog?.kind === 'destruction' && (
        <PrepareDestructionDialog entries={openDialog.entries} {...closeHandlers} />
      )}
      {isSettingsOpen && <ArchiveSettingsDialog onClose={() => setSettingsOpen(false)} />}
    </>
  );
}

function yearProblem(text: string): string | undefined {
  return /^(?:19(?:49|[5-9]\d)|[2-9]\d{3})$/.test(text.trim()) ? undefined : '请填写四位年度';
}

const tabOf = ({ filters: { tab } }: ListQuery) => String(tab ?? 'all');

/** Cards of a phone have no checkboxes. */
const phoneNoteOf: Readonly<Record<string, string>> = {
  expired: '保管期限已满，待鉴定。鉴定须勾选档案，请在电脑上办理。',
  doomed: '鉴定为拟销毁、尚未编入清册。编制清册须勾选档案，请在电脑上办理。',
};

const noteOf: Readonly<Record<string, string>> = {
  expired: '保管期限已满，请勾选后鉴定：续存，或拟销毁。',
  doomed: '鉴定为拟销毁、尚未编入清册的档案。清册由另一名档案管理员批准后才销毁。',
};
