import { type ReactNode, useState } from 'react';
import type { SecondFactorChallenge } from '#contract/session.ts';
import { textOfFailure } from '#web/api/call-error.ts';
import { CodeForm } from './CodeForm.tsx';
import { EnrolStep } from './EnrolStep.tsx';
import styles from './second-step.module.css';
import { finishLogin, mustRestartLogin } from './second-step.ts';

/**
 * Shows the second step of a login, on the login page and over a screen whose session has ended: a code of
 * the authenticator, or its set-up for people who must have one (docs/decisions/0133).
 */
export function SecondStep(props: {
  challenge: SecondFactorChallenge;
  /** The heading; none in a dialog, which has its own. */
  heading?: (title: string) => ReactNode;
  onEntered: () => void;
  /** Restarts the login, with the cause if the user has not requested it. */
  onRestart: (cause?: unknown) => void;
}) {
  const { challenge } = props;
  const [failure, setFailure] = useState<string>();
  const [usesRecoveryCode, setByRecovery] = useState(false);

  if (challenge.secondFactor === 'enrol') return <EnrolStep {...props} />;
  const submit = async (code: string) => {
    setFailure(undefined);
    try {
      await finishLogin(challenge, code);
    } catch (cause) {
      if (mustRestartLogin(cause)) return props.onRestart(cause);
      setFailure(textOfFailure(cause));
      return;
    }
    props.onEntered();
  };
  return (
    <div className={styles.step}>
      {props.heading?.('二次验证')}
      <p className={styles.lead}>
        {usesRecoveryCode
          ? '输入启用二次验证时保存的任意一个恢复码，每个只能使用一次。'
          : `请打开手机上的身份验证器，输入账号 ${challenge.account} 当前的 6 位动态口令。`}
      </p>
      <CodeForm
        key={String(usesRecoveryCode)}
        label={usesRecoveryCode ? '恢复码' : '动态口令'}
        isRecoveryCode={usesRecoveryCode}
        failure={failure}
        submitText="验证并登录"
        onSubmit={submit}
      />
      <div className={styles.ways}>
        <button
          type="button"
          className={styles.textButton}
          onClick={() => {
            setFailure(undefined);
            setByRecovery(!usesRecoveryCode);
          }}
        >
          {usesRecoveryCode ? '使用动态口令' : '使用恢复码'}
        </button>
        <button type="button" className={styles.textButton} onClick={() => props.onRestart()}>
          返回重新登录
        </button>
      </div>
      <p className={styles.hint}>手机和恢复码都不在身边时，请联系安全管理员重置二次验证。</p>
    </div>
  );
}
