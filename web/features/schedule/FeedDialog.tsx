import { CopyOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Input } from 'antd';
import { useState } from 'react';
import { scheduleFeed } from '#contract/schedule.ts';
import { minuteText } from '#domain/calendar/local-date.ts';
import { queryOf } from '#web/api/query-of.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import { copyText } from '#web/toolkit/page/copy-text.ts';
import styles from './feed-dialog.module.css';

/** Shows 订阅日历: creates the link for an external calendar, shows it once, and can revoke it. */
export function FeedDialog({ onClose }: { onClose: () => void }) {
  const feed = useQuery(queryOf(scheduleFeed.mine, {}));
  const makeMutation = useMutation(scheduleFeed.make);
  const revokeMutation = useMutation(scheduleFeed.revoke);
  const feedback = useFeedback();
  const [titlesChoice, setTitles] = useState<boolean>();
  const [link, setLink] = useState<string>();
  const showsTitles = titlesChoice ?? feed.data?.showsTitles ?? false;

  const make = async () => {
    const outcome = await makeMutation.run({ body: { showsTitles } });
    if (outcome.kind === 'failed') feedback.failure(outcome.failure);
    if (outcome.kind !== 'done') return;
    setLink(new URL(outcome.data.path, location.href).href);
    await outcome.renewal;
  };
  const revoke = async () => {
    const outcome = await revokeMutation.run({});
    if (outcome.kind === 'failed') feedback.failure(outcome.failure);
    if (outcome.kind !== 'done') return;
    setLink(undefined);
    feedback.success('订阅链接已停用');
    await outcome.renewal;
  };
  const copy = async () => {
    if (await copyText(link ?? '')) feedback.success('已复制');
    else feedback.warn('未能复制，请选中链接后手动复制');
  };
  const madeAt = feed.data?.madeAt;
  const readAt = feed.data?.readAt;
  return (
    <AppModal
      open
      title="订阅日历"
      width={560}
      onCancel={onClose}
      footer={[
        madeAt && (
          <Button key="revoke" danger loading={revokeMutation.running} onClick={() => void revoke()}>
            停用链接
          </Button>
        ),
        <Button key="close" onClick={onClose}>
          关闭
        </Button>,
        <Button
          key="make"
          type="primary"
          disabled={!feed.isSuccess}
          loading={makeMutation.running}
          onClick={() => void make()}
        >
          {madeAt ? '重新生成链接' : '生成链接'}
        </Button>,
      ]}
    >
      <p className={styles.secondaryText}>
        在手机或电脑的日历应用中添加此链接，即可看到您的日程和办件时限。知道链接的人都能查看，请勿转发；重新生成后旧链接立即失效。
      </p>
      {feed.isPending && <SkeletonRows rows={2} />}
      {feed.isError && <FailureState compact failure={feed.error} onRetry={() => void feed.refetch()} />}
      {feed.isSuccess && (
        <>
          <p role="status">
            {madeAt
              ? `链接生成于 ${minuteText(new Date(madeAt))}，${readAt ? `最近读取 ${minuteText(new Date(readAt))}` : '尚未被读取'}。`
              : '尚未生成链接。'}
          </p>
          <Checkbox checked={showsTitles} onChange={({ target }) => setTitles(target.checked)}>
            显示办件名称（可能含有当事人信息；不选则只显示流水号）
          </Checkbox>
          {link !== undefined && (
            <div className={styles.feedAddress}>
              <label htmlFor="schedule-feed">链接只显示这一次，请立即复制：</label>
              <div>
                <Input id="schedule-feed" readOnly value={link} onFocus={({ target }) => target.select()} />
                <Button icon={<CopyOutlined aria-hidden />} onClick={() => void copy()}>
                  复制
                </Button>
              </div>
            </div>
          )}
        </>
      )}
    </AppModal>
  );
}
