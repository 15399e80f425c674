import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { type ArchiveEntry, type ArchivePackage, archive, type UsageRecord } from '#contract/archive.ts';
import { appraisalOutcomeLabel } from '#domain/archive/appraisal.ts';
import { archiveFindingLabel, usageKindLabel } from '#domain/archive/archive-state.ts';
import { sizeText } from '#domain/uploads/size-text.ts';
import { queryOf } from '#web/api/query-of.ts';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import { useReportedMutation } from '#web/toolkit/feedback/use-reported-mutation.ts';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import { StatusTag } from '#web/toolkit/status/StatusTag.tsx';
import boxes from '#web/toolkit/styles/warning-box.module.css';
import { WideTable } from '#web/toolkit/table/WideTable.tsx';
import { ArchivePageDialog } from './ArchivePageDialog.tsx';
import styles from './archive.module.css';
import { lastCheckText, periodOf, retainedUntilText, stateOf } from './archive-texts.ts';
import { type PackageAccess, RetrievalDialog } from './RetrievalDialog.tsx';

/**
 * Shows one entry of the catalogue: its state, its packages with their files, and the people who have opened
 * them.
 */
export function ArchiveEntryDialog(props: { id: string; canManage: boolean; onClose: () => void }) {
  const { id, canManage, onClose } = props;
  const entry = useQuery(queryOf(archive.detail, { params: { id } }));
  const [requestedAccess, setRequestedAccess] = useState<PackageAccess>();
  const [html, setHtml] = useState<string>();
  const check = useReportedMutation(archive.check);
  const redo = useReportedMutation(archive.requeue);
  const feedback = useFeedback();
  const data = entry.data;
  const hasPackage = data !== undefined && data.version > 0 && data.state !== 'destroyed';

  const verify = async () => {
    const answer = await check.mutation({ params: { id } });
    if (answer === undefined) return;
    if (answer.found === 'whole') feedback.success('档案包完好');
    else feedback.warn(`档案包${archiveFindingLabel[answer.found]}，请重新归档`);
  };
  return (
    <AppModal
      open
      title={data?.number ?? '档案'}
      width={960}
      onCancel={onClose}
      footer={[
        <Button key="close" onClick={onClose}>
          关闭
        </Button>,
        canManage && data?.state !== 'destroyed' && (
          <Button
            key="redo"
            loading={redo.running}
            onClick={() => void redo.mutation({ params: { id } }, '已列入归档')}
          >
            重新归档
          </Button>
        ),
        canManage && hasPackage && (
          <Button key="check" loading={check.running} onClick={() => void verify()}>
            校验
          </Button>
        ),
        hasPackage && (
          <Button key="take" onClick={() => setRequestedAccess({ kind: 'download', id })}>
            下载
          </Button>
        ),
        hasPackage && (
          <Button key="look" type="primary" onClick={() => setRequestedAccess({ kind: 'look', id })}>
            查阅
          </Button>
        ),
      ]}
    >
      {entry.isPending && <SkeletonRows rows={8} />}
      {entry.isError && <FailureState compact failure={entry.error} onRetry={() => void entry.refetch()} />}
      {data && (
        <>
          {data.reason !== '' && <p className={boxes.warning}>{data.reason}</p>}
          <Facts entry={data} />
          {data.packages.map((archivePackage) => (
            <Package
              key={archivePackage.version}
              archivePackage={archivePackage}
              isNewest={archivePackage.version === data.version}
              onDownload={() => setRequestedAccess({ kind: 'download', id, version: archivePackage.version })}
            />
          ))}
          {data.version > 0 && <Retrievals rows={data.retrievals} />}
        </>
      )}
      {requestedAccess && (
        <RetrievalDialog
          access={requestedAccess}
          onPreview={setHtml}
          onClose={() => {
            setRequestedAccess(undefined);
            void entry.refetch();
          }}
        />
      )}
      {html !== undefined && (
        <ArchivePageDialog html={html} title={data?.title ?? ''} onClose={() => setHtml(undefined)} />
      )}
    </AppModal>
  );
}

function Facts({ entry }: { entry: ArchiveEntry }) {
  const facts: readonly [string, React.ReactNode][] = [
    ['题名', entry.title],
    ['事项', entry.itemName],
    ['流水号', entry.code],
    ['立档单位', entry.orgName],
    ['办结日期', entry.concludedOn],
    ['保管期限', periodOf(entry)],
    ['保管至', retainedUntilText(entry)],
    ['状态', <StatusTag key="state" {...stateOf(entry)} />],
    ['完整性', lastCheckText(entry)],
    ['校验时间', entry.checkedAt === null ? '—' : <DateTime key="checked" value={entry.checkedAt} />],
    ['移交批次', entry.handOver?.number ?? '—'],
    ...appraisalFacts(entry),
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Returns the facts of the appraisal at the end of the retention period, and its consequence. */
function appraisalFacts({ appraisal, destroyedOn }: ArchiveEntry): [string, React.ReactNode][] {
  if (!appraisal) return [];
  const { outcome, reason, by, at, destruction } = appraisal;
  return [
    ['鉴定意见', `${appraisalOutcomeLabel[outcome]}：${reason}`],
    [
      '鉴定人',
      <span key="by">
        {by} <DateTime value={at} />
      </span>,
    ],
    ...(destruction ? ([['销毁清册', destruction.number]] as [string, string][]) : []),
    ...(destroyedOn === null ? [] : ([['销毁日期', destroyedOn]] as [string, string][])),
  ];
}

function Package(props: { archivePackage: ArchivePackage; isNewest: boolean; onDownload: () => void }) {
  const { archivePackage, isNewest, onDownload } = props;
  return (
    <section>
      <h3 className={styles.heading}>
        档案包（第 {archivePackage.version} 版）
        {!isNewest && !archivePackage.destroyed && (
          <Button type="link" size="small" onClick={onDownload}>
            下载这一版
          </Button>
        )}
      </h3>
      <p className={styles.digest}>
        {sizeText(archivePackage.size)}，<DateTime value={archivePackage.madeAt} /> 生成，SHA-256{' '}
        <code>{archivePackage.sha256}</code>
        {archivePackage.handOver && `，移交批次 ${archivePackage.handOver.number}`}
        {archivePackage.destroyed && '，已销毁'}
      </p>
      {isNewest && !archivePackage.destroyed && (
        <WideTable
          limitsHeight
          label={`第 ${archivePackage.version} 版的文件`}
          columns={['文件', '序号', '大小', 'SHA-256']}
        >
          {archivePackage.parts.map(({ path, title, size, sha256 }, index) => (
            <tr key={path}>
              <th scope="row" title={path}>
                {title}
              </th>
              <td>{index + 1}</td>
              <td>{sizeText(size)}</td>
              <td>
                <code title={sha256}>{sha256.slice(0, 16)}…</code>
              </td>
            </tr>
          ))}
        </WideTable>
      )}
    </section>
  );
}

function Retrievals({ rows }: { rows: readonly UsageRecord[] }) {
  return (
    <section>
      <h3 className={styles.heading}>利用登记</h3>
      {rows.length === 0 && <p>尚无查阅或下载记录。</p>}
      {rows.length > 0 && (
        <WideTable limitsHeight label="利用登记" columns={['利用人', '时间', '方式', '目的']}>
          {rows.map(({ id, at, staffName, orgName, kind, purpose, version }) => (
            <tr key={id}>
              <th scope="row" title={orgName}>
                {staffName}
              </th>
              <td>
                <DateTime value={at} />
              </td>
              <td>{`${usageKindLabel[kind]}（第 ${version} 版）`}</td>
              <td>{purpose}</td>
            </tr>
          ))}
        </WideTable>
      )}
    </section>
  );
}
