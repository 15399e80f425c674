import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { secondFactor } from '#contract/second-factor.ts';
import { queryOf } from '#web/api/query-of.ts';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import { StatusTag } from '#web/toolkit/status/StatusTag.tsx';
import { FactorDialog } from './FactorDialog.tsx';
import type { FactorMutation } from './factor-mutations.ts';
import styles from './own-factor.module.css';

/** With fewer remaining codes than this, new ones should be made. */
const lowCodeCount = 3;

/** Shows the user's own second factor: its state, and the actions on it. */
export function OwnFactor() {
  const factorQuery = useQuery({ ...queryOf(secondFactor.mine, {}), refetchOnWindowFocus: false });
  const [mutation, setMutation] = useState<FactorMutation>();
  if (factorQuery.isPending) return <SkeletonRows rows={3} />;
  // The data stay if reloading fails: recovery codes that are shown only once must not disappear.
  if (factorQuery.data === undefined)
    return <FailureState failure={factorQuery.error} onRetry={() => void factorQuery.refetch()} />;
  const { enrolledAt, recoveryCodesLeft, obliged } = factorQuery.data;
  return (
    <>
      <dl className={styles.facts}>
        <div>
          <dt>状态</dt>
          <dd>
            <StatusTag tone={enrolledAt ? 'success' : 'neutral'} label={enrolledAt ? '已启用' : '未启用'} />
            {obliged && <span className={styles.aside}>本单位要求您的角色使用</span>}
          </dd>
        </div>
        {enrolledAt && (
          <>
            <div>
              <dt>启用时间</dt>
              <dd>
                <DateTime value={enrolledAt} />
              </dd>
            </div>
            <div>
              <dt>可用恢复码</dt>
              <dd>{recoveryCodesLeft} 个</dd>
            </div>
          </>
        )}
      </dl>
      {enrolledAt !== null && recoveryCodesLeft < lowCodeCount && (
        <Alert
          type="warning"
          showIcon
          className={styles.warning}
          title="恢复码即将用完，请重新生成并妥善保存。"
        />
      )}
      {enrolledAt === null && (
        <p className={styles.lead}>
          启用后，登录时除密码外还须输入手机身份验证器上的动态口令；密码被他人得知时，账号仍不能被登录。
        </p>
      )}
      <div className={styles.actions}>
        {enrolledAt === null ? (
          <Button type="primary" onClick={() => setMutation('enrol')}>
            启用二次验证
          </Button>
        ) : (
          <>
            <Button onClick={() => setMutation('renew')}>更换身份验证器</Button>
            <Button onClick={() => setMutation('codes')}>重新生成恢复码</Button>
            {!obliged && (
              <Button danger onClick={() => setMutation('remove')}>
                关闭二次验证
              </Button>
            )}
          </>
        )}
      </div>
      {mutation && (
        <FactorDialog
          mutation={mutation}
          onClose={() => {
            setMutation(undefined);
            void factorQuery.refetch();
          }}
        />
      )}
    </>
  );
}
