import { PlusOutlined, UploadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { type ProcessInUse, processes, stepSheet } from '#contract/processes.ts';
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
import { NewProcessDialog } from './NewProcessDialog.tsx';
import { PublishProcessDialog } from './PublishProcessDialog.tsx';
import { addressOfProcess, addressOfSteps } from './process-texts.ts';

const sheets = [{ title: '流程步骤', calls: stepSheet }];

type OpenDialogKind = 'new' | 'file';

/**
 * Shows 流程: the processes, the orders that run on them, and new ones in steps or from a file (decision 0171).
 */
export function ProcessesScreen() {
  const list = useQuery(queryOf(processes.overview, {}));
  const navigate = useNavigate();
  const [keyword, setKeyword] = useState('');
  const [openDialog, setOpenDialog] = useState<OpenDialogKind>();
  const close = () => setOpenDialog(undefined);
  const rows = list.data?.rows ?? [];
  const actions = (
    <>
      <Button
        icon={<UploadOutlined aria-hidden />}
        disabled={!list.isSuccess}
        onClick={() => setOpenDialog('file')}
      >
        发布流程文件
      </Button>
      <Button
        type="primary"
        icon={<PlusOutlined aria-hidden />}
        disabled={!list.isSuccess}
        onClick={() => setOpenDialog('new')}
      >
        新建流程
      </Button>
    </>
  );
  return (
    <Page title="流程" actions={actions}>
      {list.isSuccess && (
        <LocalDrafts
          kind="process"
          label="流程"
          usedCodes={rows.map(({ key }) => key)}
          addressOf={addressOfSteps}
        />
      )}
      <TableCard
        filters={
          rows.length > 0 && (
            <DefinitionSearch label="查找流程" placeholder="流程名称、编码或事项" onSearch={setKeyword} />
          )
        }
        tools={<DefinitionTools label="流程" sheets={sheets} hasCodes={rows.length > 0} />}
      >
        {list.isPending && <SkeletonRows rows={8} />}
        {list.isError && <FailureState failure={list.error} onRetry={() => void list.refetch()} />}
        {list.isSuccess && rows.length === 0 && (
          <EmptyState
            title="还没有流程"
            hint="流程规定一件事由谁、按什么顺序、在几天内办理。可以逐步填写，也可以发布用绘图工具画好的 BPMN 文件。"
            action={
              <Button type="primary" onClick={() => setOpenDialog('new')}>
                新建流程
              </Button>
            }
          />
        )}
        {rows.length > 0 && <Processes rows={rows} keyword={keyword} />}
      </TableCard>
      {openDialog === 'new' && (
        <NewProcessDialog
          usedCodes={rows.map(({ key }) => key)}
          usedNames={rows.map(({ name }) => name)}
          onCreate={({ code, name }) => {
            close();
            void navigate(newDefinitionAddress(addressOfSteps(code)), { state: { name } });
          }}
          onClose={close}
        />
      )}
      {openDialog === 'file' && (
        <PublishProcessDialog
          onPublished={({ key }) => {
            close();
            void navigate(addressOfProcess(key));
          }}
          onClose={close}
        />
      )}
    </Page>
  );
}

const columnsOf = (showsCodes: boolean): readonly TableColumn[] => [
  '流程',
  ...(showsCodes ? ['编码'] : []),
  { title: '当前版本', width: 92 },
  '使用的事项',
  { title: '在办件数', kind: 'number', width: 88 },
  { title: '最近发布', width: 168 },
];

function Processes({ rows, keyword }: { rows: readonly ProcessInUse[]; keyword: string }) {
  const [showsCodes] = useShowCodes();
  const namesOf = ({ name, items }: ProcessInUse) => [name, ...items.map((item) => item.name)];
  const { finds, isLoading } = useNameSearch(keyword, rows.flatMap(namesOf));
  const matches = rows.filter((row) => namesOf(row).some(finds) || row.key.includes(keyword));
  if (matches.length === 0 && isLoading) return null;
  if (matches.length === 0) return <EmptyState compact title="没有找到流程" />;
  return (
    <WideTable oneLine label="流程列表" columns={columnsOf(showsCodes)}>
      {matches.map((row) => (
        <tr key={row.key}>
          <th scope="row" className={cells.wraps}>
            <Link to={addressOfProcess(row.key)}>{row.name}</Link>
          </th>
          {showsCodes && <td className={cells.quiet}>{row.key}</td>}
          <td className={joinClasses(cells.quiet, cells.state)}>第 {row.version} 版</td>
          <td className={cells.wraps}>{row.items.map(({ name }) => name).join('、') || '尚未使用'}</td>
          <td className={cells.number}>{row.running}</td>
          <td className={cells.quiet}>
            {row.publishedBy} <DateTime value={row.publishedAt} dateOnly />
          </td>
        </tr>
      ))}
    </WideTable>
  );
}
