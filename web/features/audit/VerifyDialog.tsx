import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Progress } from 'antd';
import { type AuditVerification, audit } from '#contract/audit.ts';
import { minuteText } from '#domain/calendar/local-date.ts';
import { queryOf } from '#web/api/query-of.ts';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { useReportedMutation } from '#web/toolkit/feedback/use-reported-mutation.ts';
import { ScrollRegion } from '#web/toolkit/table/ScrollRegion.tsx';
import styles from './audit.module.css';
import { FindingLine } from './FindingLine.tsx';

const askEveryMs = 1_000;
const isOnItsWay = (row: AuditVerification | undefined) =>
  row?.state === 'waiting' || row?.state === 'running';

/** Starts a verification of the audit log and shows its progress; it continues when the dialog is closed. */
export function VerifyDialog({ onClose }: { onClose: () => void }) {
  const { mutation, running } = useReportedMutation(audit.verify);
  const walks = useQuery({
    ...queryOf(audit.verifications, {}),
    refetchInterval: ({ state }) => (isOnItsWay(state.data?.rows[0]) ? askEveryMs : false),
  });
  const last = walks.data?.rows[0];
  return (
    <AppModal
      open
      title="核对审计记录"
      width={640}
      onCancel={onClose}
      footer={[
        <Button key="close" onClick={onClose}>
          {isOnItsWay(last) ? '在后台继续' : '关闭'}
        </Button>,
        <Button
          key="start"
          type="primary"
          loading={running}
          disabled={!walks.isSuccess || isOnItsWay(last)}
          onClick={() => void mutation({})}
        >
          {last === undefined ? '开始核对' : '重新核对'}
        </Button>,
      ]}
    >
      <p>
        逐条核对签名和链、办件内容与状态、角色人员等登记数据、附件和锚点，确认没有被改动、删除或伪造。记录较多时需要几分钟。
      </p>
      {walks.isPending && <SkeletonRows rows={2} />}
      {walks.isError && <FailureState compact failure={walks.error} onRetry={() => void walks.refetch()} />}
      {walks.isSuccess && last === undefined && <p>还没有核对过。</p>}
      {last && <Walk walk={last} />}
    </AppModal>
  );
}

function Walk({ walk }: { walk: AuditVerification }) {
  const counts = `已核对记录 ${walk.links} 条、办件 ${walk.orders} 件、附件 ${walk.files} 个${walk.withFiles ? '' : '（未读取文件内容）'}`;
  if (isOnItsWay(walk)) {
    const percent =
      walk.linksInAll === 0 ? 0 : Math.min(99, Math.floor((100 * walk.links) / walk.linksInAll));
    return (
      <div role="status">
        <Progress percent={percent} aria-label="核对进度" />
        <p>{walk.state === 'waiting' ? '正在等待开始…' : counts}</p>
      </div>
    );
  }
  const by = `${walk.askedByName}于 ${minuteText(new Date(walk.askedAt))} 发起`;
  const done = walk.finishedAt ? `，${minuteText(new Date(walk.finishedAt))} 完成` : '';
  return (
    <div role="status">
      <Alert
        showIcon
        type={walk.state === 'whole' ? 'success' : 'error'}
        title={titleOf(walk)}
        description={
          <>
            <div>
              {counts}、锚点 {walk.anchors} 个。
            </div>
            <div>
              {by}
              {done}。
            </div>
            {walk.lastAnchorHash !== '' && (
              <div className={styles.anchor}>最后锚点：{walk.lastAnchorHash}</div>
            )}
          </>
        }
      />
      {walk.findings.length > 0 && (
        <ScrollRegion className={styles.findings} label="被改动之处">
          <ol>
            {walk.findings.map((one) => (
              <FindingLine key={`${one.mark} ${one.text}`} finding={one} />
            ))}
          </ol>
        </ScrollRegion>
      )}
      {walk.findingsInAll > walk.findings.length && (
        <p>只显示前 {walk.findings.length} 处，其余请在服务器上执行 npm run audit:verify 查看。</p>
      )}
    </div>
  );
}

function titleOf({ state, findingsInAll, acknowledgedInAll }: AuditVerification): string {
  if (state === 'whole' && acknowledgedInAll > 0) return `没有新的问题，${acknowledgedInAll} 处已确认`;
  if (state === 'whole') return '审计记录与办件内容完整，没有被改动';
  if (state === 'failed') return '核对没有完成，请稍后重试；仍然失败请联系系统管理员';
  const known = acknowledgedInAll > 0 ? `，另有 ${acknowledgedInAll} 处已确认` : '';
  return `发现 ${findingsInAll - acknowledgedInAll} 处被改动${known}`;
}
