import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { type ProcessInUse, processes } from '#contract/processes.ts';
import { refusalRow } from '#domain/refusals/refusals.ts';
import { isCallError } from '#web/api/call-error.ts';
import { queryOf } from '#web/api/query-of.ts';
import { useShowCodes } from '#web/toolkit/codes/use-show-codes.ts';
import { DefinitionLoadState } from '#web/toolkit/definitions/DefinitionLoadState.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { Card } from '#web/toolkit/page/Card.tsx';
import { Page } from '#web/toolkit/page/Page.tsx';
import { saveFile } from '#web/toolkit/page/save-file.ts';
import { useReturnPath } from '#web/toolkit/page/use-return-path.ts';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import cells from '#web/toolkit/table/table.module.css';
import { WideTable } from '#web/toolkit/table/WideTable.tsx';
import { PublishedProcessDiagram } from './PublishedProcessDiagram.tsx';
import { PublishProcessDialog } from './PublishProcessDialog.tsx';
import { addressOfSteps } from './process-texts.ts';
import styles from './processes.module.css';

/** Shows one process: its versions, and for each the diagram and the steps as text. */
export function ProcessScreen() {
  const { key = '' } = useParams();
  const returnPath = useReturnPath('/business/processes');
  const navigate = useNavigate();
  const versions = useQuery(queryOf(processes.versions, { query: { key } }));
  const [selectedId, setSelectedId] = useState<string>();
  const [isPublishing, setPublishing] = useState(false);
  const [showsCodes] = useShowCodes();
  const rows = versions.data?.rows ?? [];
  const version = rows.find(({ id }) => id === selectedId) ?? rows[0];
  const read = useQuery({
    ...queryOf(processes.version, { query: { id: rows[0]?.id ?? '' } }),
    enabled: rows.length > 0,
  });
  if (isCallError(versions.error) && versions.error.errcode === refusalRow.notFound.errcode)
    return (
      <DefinitionLoadState
        title="流程"
        returnPath={returnPath}
        queries={[]}
        missing={{ kind: '流程', list: '/business/processes' }}
      />
    );
  return (
    <Page
      title={rows[0]?.name ?? '流程'}
      {...returnPath}
      actions={
        <>
          {read.data?.plan && (
            <Button type="primary" onClick={() => void navigate(addressOfSteps(key))}>
              修改步骤
            </Button>
          )}
          <Button disabled={!versions.isSuccess} onClick={() => setPublishing(true)}>
            发布新版本
          </Button>
        </>
      }
    >
      <Card title={showsCodes ? `版本（编码 ${key}）` : '版本'}>
        {versions.isPending && <SkeletonRows rows={3} />}
        {versions.isError && (
          <FailureState failure={versions.error} onRetry={() => void versions.refetch()} />
        )}
        {version && <Versions rows={rows} version={version} onSelect={setSelectedId} />}
        {read.isSuccess && !read.data.plan && (
          <p className={styles.note}>
            当前版本是用绘图工具画的，不能按步骤修改；请下载后修改，再发布新版本。
          </p>
        )}
      </Card>
      {version && <Version key={version.id} version={version} />}
      {isPublishing && (
        <PublishProcessDialog
          expectedKey={key}
          onPublished={({ id }) => {
            setPublishing(false);
            setSelectedId(id);
          }}
          onClose={() => setPublishing(false)}
        />
      )}
    </Page>
  );
}

function Versions(props: {
  rows: readonly ProcessInUse[];
  version: ProcessInUse;
  onSelect: (id: string) => void;
}) {
  const { rows, version, onSelect } = props;
  return (
    <WideTable
      label="版本列表"
      columns={[
        '版本',
        '发布',
        '使用的事项',
        { title: '在办件数', kind: 'number' },
        { title: '操作', kind: 'actions' },
      ]}
      limitsHeight
    >
      {rows.map((row, index) => (
        <tr key={row.id} data-chosen={row.id === version.id || undefined}>
          <th scope="row">
            第 {row.version} 版{index === 0 && '（当前）'}
          </th>
          <td className={cells.quiet}>
            {row.publishedBy} <DateTime value={row.publishedAt} />
          </td>
          <td>{row.items.map(({ name }) => name).join('、') || '没有事项使用'}</td>
          <td className={cells.number}>{row.running}</td>
          <td className={cells.actions}>
            <Button
              type="link"
              size="small"
              aria-label={`查看第 ${row.version} 版`}
              aria-pressed={row.id === version.id}
              onClick={() => onSelect(row.id)}
            >
              查看
            </Button>
            <DownloadButton row={row} />
          </td>
        </tr>
      ))}
    </WideTable>
  );
}

function DownloadButton({ row }: { row: ProcessInUse }) {
  const xml = useQuery({ ...queryOf(processes.xml, { params: { id: row.id } }), enabled: false });
  const download = async () => {
    const { data } = await xml.refetch();
    if (data) saveFile(`${row.key}-${row.version}.bpmn`, data.xml, 'application/xml');
  };
  return (
    <Button
      type="link"
      size="small"
      loading={xml.isFetching}
      aria-label={`下载第 ${row.version} 版`}
      onClick={() => void download()}
    >
      下载
    </Button>
  );
}

function Version({ version }: { version: ProcessInUse }) {
  const read = useQuery(queryOf(processes.version, { query: { id: version.id } }));
  const [selectedNodeId, setSelectedNodeId] = useState<string>();
  if (read.isPending) return <SkeletonRows rows={8} />;
  if (read.isError) return <FailureState failure={read.error} onRetry={() => void read.refetch()} />;
  const nodes = read.data.nodes.map(({ id, name, handlers, limit }) => ({
    id,
    name,
    handlerText: handlers.join('、'),
    timeText: limit,
  }));
  return (
    <>
      <Card title={`第 ${version.version} 版的流程图`} flush>
        <div className={styles.picture}>
          <PublishedProcessDiagram
            definitionId={version.id}
            activeNodeIds={[]}
            doneNodeIds={[]}
            nodes={nodes}
            isOfOrder={false}
            selectedNodeId={selectedNodeId}
            onSelect={setSelectedNodeId}
          />
        </div>
      </Card>
      <Card title="环节">
        <WideTable label="环节列表" columns={['环节', '处理人', '时限', '按钮']}>
          {read.data.nodes.map((node) => (
            <tr key={node.id} data-chosen={node.id === selectedNodeId || undefined}>
              <th scope="row">{node.name}</th>
              <td>{node.handlers.join('、') || '发起人'}</td>
              <td className={cells.quiet}>{node.limit || '不限'}</td>
              <td>{node.buttons.join('、') || '—'}</td>
            </tr>
          ))}
        </WideTable>
      </Card>
    </>
  );
}
