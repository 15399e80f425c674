import { useQuery } from '@tanstack/react-query';
import { loginPolicy } from '#contract/login-policy.ts';
import { queryOf } from '#web/api/query-of.ts';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import styles from './login-policy.module.css';
import { draftOf, type PolicyDraft, policyLabels, textOf } from './policy-texts.ts';

const fields = Object.keys(policyLabels) as (keyof PolicyDraft)[];

/** Shows the login policy in force, and the person who changed it last. */
export function PolicyInForce() {
  const policy = useQuery(queryOf(loginPolicy.show, {}));
  if (policy.isError) return <FailureState failure={policy.error} onRetry={() => void policy.refetch()} />;
  return (
    <section className={styles.inForce} aria-label="当前策略">
      {policy.isPending ? (
        <SkeletonRows rows={2} />
      ) : (
        <>
          <dl>
            {fields.map((field) => (
              <div key={field}>
                <dt>{policyLabels[field]}</dt>
                <dd>{textOf(policy.data, field, draftOf(policy.data)) || '无'}</dd>
              </div>
            ))}
          </dl>
          <p>
            {policy.data.changed ? (
              <>
                {policy.data.changed.name}于 <DateTime value={policy.data.changed.at} /> 修改
              </>
            ) : (
              '从未修改，以上为系统初始设置'
            )}
          </p>
        </>
      )}
    </section>
  );
}
