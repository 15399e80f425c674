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

const pollIntervalMs = 1_000;
const isUnfinished = (row: AuditVerification | undefined) =>
  row?.state === 'waiting' || row?.state === 'running';

/** Starts a verification of the audit log and shows its progress; it continues when the dialog is closed. */
export function VerifyDialog({ onClose }: { onClose: () => void }) {
  const { mutation, running } = useReportedMutation(audit.verify);
  const verifications = useQuery({
    ...queryOf(audit.verifications, {}),
    refetchInterval: ({ state }) => (isUnfinished(state.data?.rows[0]) ? pollIntervalMs : false),
  });
  const latest = verifications.data?.rows[0];
  return (
    <AppModal
      open
      title="核对审计记录"
      width={640}
      onCancel={onClose}
      footer={[
        <Button key="close" onClick={onClose}>
          {isUnfinished(latest) ? '在后台继续' : '关闭'}
        </Button>,
        <Button
          key="start"
          type="primary"
          loading={running}
          disabled={!verifications.isSuccess || isUnfinished(latest)}
          onClick={() => void mutation({})}
        >
          {latest === undefined ? '开始核对' : '重新核对'}
        </Button>,
      ]}
    >
      <p>
        逐条核对签名和链、办件内容与状态、角色人员等登记数据、附件和锚点，确认没有被改动、删除或伪造。记录较多时需要几分钟。
      </p>
      {verifications.isPending && <SkeletonRows rows={2} />}
      {verifications.isError && (
        <FailureState compact failure={verifications.error} onRetry={() => void verifications.refetch()} />
      )}
      {verifications.isSuccess && latest === undefined && <p>还没有核对过。</p>}
      {latest && <VerificationResult verification={latest} />}
    </AppModal>
  );
}

function VerificationResult({ verification }: { verification: AuditVerification }) {
  const counts = `已核对记录 ${verification.links} 条、办件 ${verification.orders} 件、附件 ${verification.files} 个${verification.withFiles ? '' : '（未读取文件内容）'}`;
  if (isUnfinished(verification)) {
    const percent =
      verification.linksInAll === 0
        ? 0
        : Math.min(99, Math.floor((100 * verification.links) / verification.linksInAll));
    return (
      <div role="status">
        <Progress percent={percent} aria-label="核对进度" />
        <p>{verification.state === 'waiting' ? '正在等待开始…' : counts}</p>
      </div>
    );
  }
  const startedText = `${verification.askedByName}于 ${minuteText(new Date(verification.askedAt))} 发起`;
  const finishedText = verification.finishedAt
    ? `，${minuteText(new Date(verification.finishedAt))} 完成`
    : '';
  return (
    <div role="status">
      <Alert
        showIcon
        type={verification.state === 'whole' ? 'success' : 'error'}
        title={titleOf(verification)}
        description={
          <>
            <div>
              {counts}、锚点 {verification.anchors} 个。
            </div>
            <div>
              {startedText}
              {finishedText}。
            </div>
            {verification.lastAnchorHash !== '' && (
              <div className={styles.anchor}>最后锚点：{verification.lastAnchorHash}</div>
            )}
          </>
        }
      />
      {verification.findings.length > 0 && (
        <ScrollRegion className={styles.findings} label="被改动之处">
          <ol>
            {verification.findings.map((finding) => (
              <FindingLine key={`${finding.mark} ${finding.text}`} finding={finding} />
            ))}
          </ol>
        </ScrollRegion>
      )}
      {verification.findingsInAll > verification.findings.length && (
        <p>只显示前 {verification.findings.length} 处，其余请在服务器上执行 npm run audit:verify 查看。</p>
      )}
    </div>
  );
}

function titleOf({ state, findingsInAll, acknowledgedInAll }: AuditVerification): string {
  if (state === 'whole' && acknowledgedInAll > 0) return `没有新的问题，${acknowledgedInAll} 处已确认`;
  if (state === 'whole') return '审计记录与办件内容完整，没有被改动';
  if (state === 'failed') return '核对没有完成，请稍后重试；仍然失败请联系系统管理员';
  const acknowledgedText = acknowledgedInAll > 0 ? `，另有 ${acknowledgedInAll} 处已确认` : '';
  return `发现 ${findingsInAll - acknowledgedInAll} 处被改动${acknowledgedText}`;
}
