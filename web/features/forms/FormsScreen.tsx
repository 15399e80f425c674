import { PlusOutlined, UploadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { OutputOf } from '#contract/endpoint.ts';
import { fieldSheet, forms } from '#contract/forms.ts';
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
import { joinClasses } from '#web/toolkit/styles/join-classes.ts';
import { TableCard } from '#web/toolkit/table/TableCard.tsx';
import cells from '#web/toolkit/table/table.module.css';
import { type TableColumn, WideTable } from '#web/toolkit/table/WideTable.tsx';
import { NewFormDialog } from './NewFormDialog.tsx';
import { PublishFormDialog } from './PublishFormDialog.tsx';

type ListedForm = OutputOf<typeof forms.list>['rows'][number];

const sheets = [{ title: '表单字段', calls: fieldSheet }];

const addressOf = (code: string) => `/business/forms/${encodeURIComponent(code)}`;

const columnsOf = (showsCodes: boolean): readonly TableColumn[] => [
  '表单',
  ...(showsCodes ? ['编码'] : []),
  { title: '当前版本', width: 92 },
  { title: '字段数', kind: 'number', width: 76 },
  '使用的事项',
  { title: '最近发布', width: 168 },
];

/**
 * Shows 表单: the forms with the items that use them; new ones come from the editor or from a file (decision
 * 0171).
 */
export function FormsScreen() {
  const list = useQuery(queryOf(forms.list, {}));
  const navigate = useNavigate();
  const [keyword, setKeyword] = useState('');
  const [openDialog, setOpenDialog] = useState<'new' | 'file'>();
  const close = () => setOpenDialog(undefined);
  const rows = list.data?.rows ?? [];
  return (
    <Page
      title="表单"
      actions={
        <>
          <Button
            icon={<UploadOutlined aria-hidden />}
            disabled={!list.isSuccess}
            onClick={() => setOpenDialog('file')}
          >
            发布表单文件
          </Button>
          <Button
            type="primary"
            icon={<PlusOutlined aria-hidden />}
            disabled={!list.isSuccess}
            onClick={() => setOpenDialog('new')}
          >
            新建表单
          </Button>
        </>
      }
    >
      {list.isSuccess && (
        <LocalDrafts
          kind="form"
          label="表单"
          usedCodes={rows.map(({ code }) => code)}
          addressOf={addressOf}
        />
      )}
      <TableCard
        filters={
          rows.length > 0 && (
            <DefinitionSearch
              label="查找表单"
              placeholder="表单名称、编码或使用的事项"
              onSearch={setKeyword}
            />
          )
        }
        tools={<DefinitionTools label="表单" sheets={sheets} hasCodes={rows.length > 0} />}
      >
        {list.isPending && <SkeletonRows rows={8} />}
        {list.isError && <FailureState failure={list.error} onRetry={() => void list.refetch()} />}
        {list.isSuccess && rows.length === 0 && (
          <EmptyState
            title="还没有表单"
            hint="表单是登记和办理时填写的内容；申请人的姓名、证件和电话登记时都会填写，不必另设字段。可以逐项添加字段，也可以发布从其他环境下载的表单文件。"
            action={
              <Button type="primary" onClick={() => setOpenDialog('new')}>
                新建表单
              </Button>
            }
          />
        )}
        {rows.length > 0 && <Forms rows={rows} keyword={keyword} />}
      </TableCard>
      {openDialog === 'new' && (
        <NewFormDialog
          usedCodes={rows.map(({ code }) => code)}
          usedNames={rows.map(({ name }) => name)}
          onCreate={({ code, name }) => {
            close();
            void navigate(newDefinitionAddress(addressOf(code)), { state: { title: name } });
          }}
          onClose={close}
        />
      )}
      {openDialog === 'file' && (
        <PublishFormDialog
          onPublished={({ code }) => {
            close();
            void navigate(addressOf(code));
          }}
          onClose={close}
        />
      )}
    </Page>
  );
}

function Forms({ rows, keyword }: { rows: readonly ListedForm[]; keyword: string }) {
  const [showsCodes] = useShowCodes();
  const namesOf = (row: ListedForm) => [row.name, ...row.items];
  const { finds, isLoading } = useNameSearch(keyword, rows.flatMap(namesOf));
  const matches = rows.filter((row) => namesOf(row).some(finds) || row.code.includes(keyword));
  if (matches.length === 0 && isLoading) return null;
  if (matches.length === 0) return <EmptyState compact title="没有找到表单" />;
  return (
    <WideTable oneLine label="表单列表" columns={columnsOf(showsCodes)}>
      {matches.map((row) => (
        <tr key={row.code}>
          <th scope="row" className={cells.wraps}>
            <Link to={addressOf(row.code)}>{row.name}</Link>
          </th>
          {showsCodes && <td className={cells.quiet}>{row.code}</td>}
          <td className={joinClasses(cells.quiet, cells.state)}>第 {row.version} 版</td>
          <td className={cells.number}>{row.fields}</td>
          <td className={cells.wraps}>{row.items.join('、') || '尚未使用'}</td>
          <td className={cells.quiet}>
            {row.publishedBy} <DateTime value={row.publishedAt} dateOnly />
          </td>
        </tr>
      ))}
    </WideTable>
  );
}
