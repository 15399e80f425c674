import { PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { documentTemplates } from '#contract/document-templates.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { queryOf } from '#web/api/query-of.ts';
import { NameSelect } from '#web/toolkit/choices/NameSelect.tsx';
import { useNameSearch } from '#web/toolkit/choices/use-name-search.ts';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { Page } from '#web/toolkit/page/Page.tsx';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import { StatusTag } from '#web/toolkit/status/StatusTag.tsx';
import { joinClasses } from '#web/toolkit/styles/join-classes.ts';
import { TableCard } from '#web/toolkit/table/TableCard.tsx';
import cells from '#web/toolkit/table/table.module.css';
import { type TableColumn, WideTable } from '#web/toolkit/table/WideTable.tsx';
import { NewTemplateDialog } from './editor/NewTemplateDialog.tsx';
import { layoutLabel } from './editor/TemplateForm.tsx';
import editorStyles from './editor/template-editor.module.css';
import { addressOfTemplate, stateTone } from './editor/template-texts.ts';

type TemplateList = OutputOf<typeof documentTemplates.list>;
type Row = TemplateList['rows'][number];

/**
 * Shows 文书模板: the templates of every item, the buttons that make the documents, and links to the editor (decision
 * 0155).
 */
export function DocumentTemplatesScreen() {
  const list = useQuery(queryOf(documentTemplates.list, { query: {} }));
  const navigate = useNavigate();
  const [isDialogOpen, setDialogOpen] = useState(false);
  return (
    <Page
      title="文书模板"
      actions={
        <Button
          type="primary"
          icon={<PlusOutlined aria-hidden />}
          disabled={!list.isSuccess}
          onClick={() => setDialogOpen(true)}
        >
          新建文书模板
        </Button>
      }
    >
      {list.isSuccess ? (
        <Templates list={list.data} onNew={() => setDialogOpen(true)} />
      ) : (
        <TableCard>
          {list.isPending && <SkeletonRows rows={12} />}
          {list.isError && <FailureState failure={list.error} onRetry={() => void list.refetch()} />}
        </TableCard>
      )}
      {isDialogOpen && list.data && (
        <NewTemplateDialog
          list={list.data}
          onCreate={(template) => {
            setDialogOpen(false);
            void navigate(addressOfTemplate(template));
          }}
          onClose={() => setDialogOpen(false)}
        />
      )}
    </Page>
  );
}

function Templates({ list: { rows, items }, onNew }: { list: TemplateList; onNew: () => void }) {
  const [searchText, setSearchText] = useState('');
  const [item, setItem] = useState('');
  const [state, setState] = useState('');
  const keyword = searchText.trim();
  const search = useNameSearch(
    keyword,
    rows.flatMap((row) => [row.name, row.itemName]),
  );
  const matches = rows.filter(
    (row) =>
      (item === '' || row.taskCode === item) &&
      (state === '' || stateOf(row) === state) &&
      ([row.name, row.itemName].some(search.finds) || row.code.includes(keyword)),
  );
  if (rows.length === 0)
    return (
      <TableCard>
        <EmptyState
          title="还没有文书模板"
          hint="文书模板规定受理告知书、办理结果告知书等文书的内容，办理到指定的按钮时自动生成，也可以手工生成。先发布事项，再新建文书模板。"
          action={
            <Button type="primary" onClick={onNew}>
              新建文书模板
            </Button>
          }
        />
      </TableCard>
    );
  return (
    <TableCard
      filters={
        <>
          <Input
            aria-label="查找文书"
            className={editorStyles.search ?? ''}
            placeholder="文书或事项名称"
            allowClear
            value={searchText}
            onChange={({ target }) => setSearchText(target.value)}
          />
          <NameSelect
            aria-label="事项"
            popupMatchSelectWidth={false}
            value={item}
            options={[
              { value: '', label: '全部事项' },
              ...items.map(({ taskCode, name }) => ({ value: taskCode, label: name })),
            ]}
            onChange={setItem}
          />
          <Select
            aria-label="状态"
            popupMatchSelectWidth={false}
            value={state}
            options={[
              { value: '', label: '全部状态' },
              { value: 'published', label: '已发布' },
              { value: 'draft', label: '有草稿' },
              { value: 'withdrawn', label: '已停用' },
            ]}
            onChange={setState}
          />
        </>
      }
    >
      {matches.length === 0 && !search.isLoading ? (
        <EmptyState compact title="没有找到文书" />
      ) : (
        <Table rows={matches} />
      )}
    </TableCard>
  );
}

const columns: readonly TableColumn[] = [
  { title: '文书', width: 176 },
  '事项',
  { title: '版式', width: 66 },
  { title: '状态', width: 168 },
  '何时生成',
  { title: '最近修改', width: 150 },
];

function stateOf({ state, hasDraft }: Row): string {
  return hasDraft ? 'draft' : state;
}

function Table({ rows }: { rows: readonly Row[] }) {
  return (
    <WideTable oneLine label="文书列表" columns={columns}>
      {rows.map((row) => (
        <tr key={row.id}>
          <th scope="row" className={cells.wraps}>
            <Link to={addressOfTemplate(row)}>{row.name}</Link>
          </th>
          <td className={cells.wraps}>{row.itemName || row.taskCode}</td>
          <td className={cells.quiet}>{layoutLabel[row.look]}</td>
          <td className={joinClasses(cells.quiet, cells.state)}>
            <StatusTag label={row.stateLabel} tone={stateTone[row.state]} />
            {row.state !== 'draft' && ` 第 ${row.version} 版`}
            {row.hasDraft && row.state !== 'draft' && '，有草稿'}
          </td>
          <td>
            {row.buttons.map(({ nodeName, buttonName }) => `${nodeName} · ${buttonName}`).join('、') ||
              '手工生成'}
          </td>
          <td className={cells.quiet}>
            {row.savedBy} <DateTime value={row.savedAt} dateOnly />
          </td>
        </tr>
      ))}
    </WideTable>
  );
}
