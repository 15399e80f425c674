import { CheckCircleFilled, CopyOutlined, PrinterOutlined, ReloadOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ExpressItem, type ExpressTrack, express } from '#contract/express.ts';
import { PostalTracking } from '#domain/enumerations/postal-tracking.ts';
import { askIntervalHours } from '#domain/express/ask-schedule.ts';
import { signedByLabel } from '#domain/express/carriers.ts';
import { sendTypeLabel } from '#domain/express/send-type.ts';
import { queryOf } from '#web/api/query-of.ts';
import { useAction } from '#web/api/use-action.ts';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import { bytesOfBase64 } from '#web/toolkit/files/base64.ts';
import { printPdf } from '#web/toolkit/files/print-pdf.ts';
import { copyText } from '#web/toolkit/page/copy-text.ts';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import { StatusTag, type StatusTone } from '#web/toolkit/status/StatusTag.tsx';
import { joinClasses } from '#web/toolkit/styles/join-classes.ts';
import styles from './logistics.module.css';

/** Shows 物流详情 of an express item (S1 §7): its events, newest first, both sides and its contents. */
export function LogisticsDialog({ mailNum, onClose }: { mailNum: string; onClose: () => void }) {
  const client = useQueryClient();
  const feedback = useFeedback();
  const query = queryOf(express.item, { params: { mailNum } });
  const item = useQuery({ ...query, staleTime: 0 });
  const refreshing = useAction(express.refresh);
  const printing = useAction(express.waybill);
  const refresh = async () => {
    const outcome = await refreshing.run({ params: { mailNum } });
    if (outcome.kind === 'failed') feedback.failure(outcome.failure);
    if (outcome.kind === 'done') client.setQueryData(query.queryKey, outcome.data);
  };
  const printWaybill = async () => {
    const outcome = await printing.run({ params: { mailNum } });
    if (outcome.kind === 'failed') feedback.failure(outcome.failure);
    if (outcome.kind === 'done')
      printPdf(new Blob([bytesOfBase64(outcome.data.pdf)], { type: 'application/pdf' }));
  };
  const copy = async () => {
    if (await copyText(mailNum)) feedback.success('已复制运单号');
    else feedback.warn('浏览器不允许复制，请手工选择运单号');
  };
  return (
    <AppModal
      open
      width={760}
      initialFocus="button"
      onCancel={onClose}
      title={
        <span className={styles.title}>
          物流详情 {mailNum}
          {item.data && <StatusTag tone={toneOf(item.data)} label={labelOf(item.data)} />}
          <Button type="link" size="small" icon={<CopyOutlined aria-hidden />} onClick={() => void copy()}>
            复制单号
          </Button>
        </span>
      }
      footer={
        <div className={styles.footer}>
          <span className={styles.asked}>{item.data && <AskedText item={item.data} />}</span>
          <Button
            icon={<ReloadOutlined aria-hidden />}
            loading={refreshing.running}
            disabled={!item.data}
            onClick={() => void refresh()}
          >
            刷新
          </Button>
          {item.data?.can.waybill && (
            <Button
              icon={<PrinterOutlined aria-hidden />}
              loading={printing.running}
              onClick={() => void printWaybill()}
            >
              打印面单
            </Button>
          )}
          <Button type="primary" onClick={onClose}>
            关闭
          </Button>
        </div>
      }
    >
      {item.isPending && <SkeletonRows rows={6} />}
      {item.isError && <FailureState compact failure={item.error} onRetry={() => void item.refetch()} />}
      {item.data && (
        <div className={styles.logistics}>
          <Tracks item={item.data} />
          <ItemFacts item={item.data} />
        </div>
      )}
    </AppModal>
  );
}

function Tracks({ item }: { item: ExpressItem }) {
  if (item.tracks.length === 0)
    return (
      <EmptyState
        compact
        title="还没有物流信息"
        hint={`${item.carrier}揽收后，这里显示每一步的时间和地点。`}
      />
    );
  return (
    <ol className={styles.tracks} aria-label="物流轨迹，最新的在前">
      {item.tracks.map((track, index) => (
        <li
          key={`${track.at} ${track.status} ${track.carrierCode}`}
          className={joinClasses(styles.track, index === 0 && styles.newest, toneClassOf(track))}
        >
          {index === 0 && track.status === PostalTracking.delivered ? (
            <CheckCircleFilled aria-hidden className={styles.mark} />
          ) : (
            <span aria-hidden className={styles.dot} />
          )}
          <span className={styles.head}>
            <span className={styles.state}>{track.isReturn ? '退回寄件人' : track.statusLabel}</span>
            <span className={styles.time}>
              <DateTime value={track.at} />
            </span>
          </span>
          <p className={styles.text}>{textOf(track)}</p>
        </li>
      ))}
    </ol>
  );
}

function ItemFacts({ item }: { item: ExpressItem }) {
  const usedDays = item.deliveredAt === null ? 0 : daysBetween(item.orderedAt, item.deliveredAt);
  return (
    <dl className={styles.facts}>
      <dt>寄件</dt>
      <dd>
        {item.sender.name}，{item.sender.phone}
        <br />
        {item.sender.address}
      </dd>
      <dt>收件</dt>
      <dd>
        {item.receiver.name}，{item.receiver.phone}
        <br />
        {item.receiver.address}
      </dd>
      <dt>内件</dt>
      <dd>{item.contents || '—'}</dd>
      <dt>寄送</dt>
      <dd>
        {sendTypeLabel[item.send_type]}，{item.carrier}
        {usedDays > 0 && (
          <>
            <br />
            用时 {usedDays} 天
          </>
        )}
        {item.failedDeliveries > 0 && (
          <>
            <br />
            未妥投 {item.failedDeliveries} 次
          </>
        )}
      </dd>
      {item.deliveredAt !== null && (
        <>
          <dt>送达日期</dt>
          <dd>
            <DateTime value={item.deliveredAt} dateOnly />
          </dd>
        </>
      )}
    </dl>
  );
}

/** Shows when the carrier was asked, why it did not answer, and whether it will be asked again. */
function AskedText({ item }: { item: ExpressItem }) {
  const again = item.nextAskAt === null ? '，不再自动查询' : `，每 ${askIntervalHours} 小时自动查一次`;
  if (item.askedAt === null) return <>尚未查询{again}</>;
  return (
    <>
      <DateTime value={item.askedAt} /> {item.fault === '' ? '查询' : `查询未成功：${item.fault}`}
      {again}
      {item.simulated && '（演示数据）'}
    </>
  );
}

function textOf({ place, description, signedBy }: ExpressTrack): string {
  const signed = signedBy === null || description.includes('签收') ? '' : signedByLabel[signedBy];
  return [place, description, signed].filter((part) => part !== '').join('，');
}

function toneOf({ status, isReturned }: ExpressItem): StatusTone {
  if (status === PostalTracking.delivered) return 'success';
  return isReturned || status === PostalTracking.undelivered ? 'warning' : 'progress';
}

const labelOf = ({ isReturned, isEnded, statusLabel }: ExpressItem): string => {
  if (!isReturned) return statusLabel;
  return isEnded ? '已退回寄件人' : '退回途中';
};

function toneClassOf({ status }: ExpressTrack): string | undefined {
  if (status === PostalTracking.delivered) return styles.delivered;
  return status === PostalTracking.undelivered ? styles.failed : undefined;
}

const dayMs = 86_400_000;
const daysBetween = (from: string, to: string): number =>
  Math.max(1, Math.ceil((Date.parse(to) - Date.parse(from)) / dayMs));
