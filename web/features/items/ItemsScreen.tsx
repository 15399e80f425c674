import { PlusOutlined, TagsOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { itemSheet, items, paperSheet, type StoredItem } from '#contract/items.ts';
import { queryOf } from '#web/api/query-of.ts';
import { useNameSearch } from '#web/toolkit/choices/use-name-search.ts';
import { useShowCodes } from '#web/toolkit/codes/use-show-codes.ts';
import { DefinitionSearch } from '#web/toolkit/definitions/DefinitionSearch.tsx';
import { DefinitionTools } from '#web/toolkit/definitions/DefinitionTools.tsx';
import { LocalDrafts } from '#web/toolkit/definitions/LocalDrafts.tsx';
import { newDefinitionAddress } from '#web/toolkit/definitions/new-definition-address.ts';
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
import { CategoriesDialog } from './CategoriesDialog.tsx';
import { NewItemDialog } from './NewItemDialog.tsx';

const sheets = [
  { title: '事项', calls: itemSheet },
  { title: '申请材料', calls: paperSheet },
];

const addressOf = (taskCode: string) => `/business/items/${encodeURIComponent(taskCode)}`;

/** Shows 事项: published items with their processes, and disabled items (decision 0171). */
export function ItemsScreen() {
  const list = useQuery(queryOf(items.list, {}));
  const navigate = useNavigate();
  const [keyword, setKeyword] = useState('');
  const [openDialog, setOpenDialog] = useState<'new' | 'categories'>();
  const close = () => setOpenDialog(undefined);
  const { rows = [], categories = [] } = list.data ?? {};
  return (
    <Page
      title="事项"
      actions={
        <>
          <Button
            icon={<TagsOutlined aria-hidden />}
            disabled={!list.isSuccess}
            onClick={() => setOpenDialog('categories')}
          >
            分类
          </Button>
          <Button
            type="primary"
            icon={<PlusOutlined aria-hidden />}
            disabled={!list.isSuccess}
            onClick={() => setOpenDialog('new')}
          >
            新建事项
          </Button>
        </>
      }
    >
      {list.isSuccess && (
        <LocalDrafts
          kind="item"
          label="事项"
          usedCodes={rows.map(({ taskCode }) => taskCode)}
          addressOf={addressOf}
        />
      )}
      <TableCard
        filters={
          rows.length > 0 && (
            <DefinitionSearch
              label="查找事项"
              placeholder="事项名称、编码、机构或分类"
              onSearch={setKeyword}
            />
          )
        }
        tools={<DefinitionTools label="事项" sheets={sheets} hasCodes={rows.length > 0} />}
      >
        {list.isPending && <SkeletonRows rows={8} />}
        {list.isError && <FailureState failure={list.error} onRetry={() => void list.refetch()} />}
        {list.isSuccess && rows.length === 0 && (
          <EmptyState
            title="还没有事项"
            hint="事项是可以发起的业务。先建立表单和流程，再新建事项；发布后，有发起权限的人员即可在“新建办件”中办理。"
            action={
              <Button type="primary" onClick={() => setOpenDialog('new')}>
                新建事项
              </Button>
            }
          />
        )}
        {rows.length > 0 && <Items rows={rows} keyword={keyword} />}
      </TableCard>
      {openDialog === 'new' && (
        <NewItemDialog
          usedCodes={rows.map(({ taskCode }) => taskCode)}
          usedNames={rows.map(({ name }) => name)}
          onCreate={({ code, name }) => {
            close();
            void navigate(newDefinitionAddress(addressOf(code)), { state: { name } });
          }}
          onClose={close}
        />
      )}
      {openDialog === 'categories' && <CategoriesDialog categories={categories} onClose={close} />}
    </Page>
  );
}

const columnsOf = (showsCodes: boolean): readonly TableColumn[] => [
  '事项',
  ...(showsCodes ? ['编码'] : []),
  { title: '分类', width: 88 },
  '受理机构',
  { title: '状态', width: 88 },
  '流程',
  { title: '在办件数', kind: 'number', width: 80 },
  { title: '最近发布', width: 152 },
];

function Items({ rows, keyword }: { rows: readonly StoredItem[]; keyword: string }) {
  const [showsCodes] = useShowCodes();
  const namesOf = (row: StoredItem) => [row.name, row.orgName, row.categoryName];
  const { finds, isLoading } = useNameSearch(keyword, rows.flatMap(namesOf));
  const matches = rows.filter((row) => namesOf(row).some(finds) || row.taskCode.includes(keyword));
  if (matches.length === 0 && isLoading) return null;
  if (matches.length === 0) return <EmptyState compact title="没有找到事项" />;
  return (
    <WideTable oneLine label="事项列表" columns={columnsOf(showsCodes)}>
      {matches.map((row) => (
        <tr key={row.taskCode}>
          <th scope="row" className={cells.wraps}>
            <Link to={addressOf(row.taskCode)}>{row.name}</Link>
          </th>
          {showsCodes && <td className={cells.quiet}>{row.taskCode}</td>}
          <td className={cells.wraps}>{row.categoryName}</td>
          <td className={cells.wraps}>{row.orgName}</td>
          <td className={joinClasses(cells.wraps, cells.state)}>
            <StatusTag label={row.current ? '已发布' : '已停用'} tone={row.current ? 'success' : 'neutral'} />
            {row.current && row.outdated && (
              <span title="流程或表单有新版，再次发布后采用">
                <StatusTag label="有新版" tone="warning" />
              </span>
            )}
          </td>
          <td className={cells.wraps}>{row.processName}</td>
          <td className={cells.number}>{row.running}</td>
          <td className={cells.quiet}>
            第 {row.version} 版 <DateTime value={row.publishedAt} dateOnly />
          </td>
        </tr>
      ))}
    </WideTable>
  );
}
