import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Enrolment } from '#contract/second-factor.ts';
import type { SecondFactorChallenge } from '#contract/session.ts';
import { textOfFailure } from '#web/api/call-error.ts';
import { AuthenticatorSetUp } from './AuthenticatorSetUp.tsx';
import { CodeForm } from './CodeForm.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import styles from './second-step.module.css';
import { beginAtLogin, enrolAtLogin, mustRestartLogin } from './second-step.ts';

/** Sets up an authenticator during the login, then shows the recovery codes before the portal opens. */
export function EnrolStep(props: {
  challenge: SecondFactorChallenge;
  heading?: (title: string) => ReactNode;
  onEntered: () => void;
  onRestart: (cause?: unknown) => void;
}) {
  const { challenge, onRestart } = props;
  const { account } = challenge;
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const [failure, setFailure] = useState<string>();
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>();
  const hasStarted = useRef(false);
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    beginAtLogin(challenge).then(setEnrolment, onRestart);
  }, [challenge, onRestart]);

  const submit = async (code: string) => {
    setFailure(undefined);
    try {
      setRecoveryCodes(await enrolAtLogin(challenge, code));
    } catch (cause) {
      if (mustRestartLogin(cause)) return onRestart(cause);
      setFailure(textOfFailure(cause));
    }
  };

  if (recoveryCodes !== undefined)
    return (
      <div className={styles.step}>
        {props.heading?.('请保存恢复码')}
        <RecoveryCodes account={account} codes={recoveryCodes} />
        <button type="button" className={styles.submit} onClick={props.onEntered}>
          我已保存，进入系统
        </button>
      </div>
    );
  return (
    <div className={styles.step}>
      {props.heading?.('启用二次验证')}
      <p className={styles.lead}>
        按本单位的要求，账号 {account} 登录时除密码外还须输入动态口令，请先完成设置。
      </p>
      <AuthenticatorSetUp enrolment={enrolment} />
      <CodeForm label="动态口令" failure={failure} submitText="确认并登录" onSubmit={submit} />
      <div className={styles.ways}>
        <button type="button" className={styles.textButton} onClick={() => onRestart()}>
          返回重新登录
        </button>
      </div>
    </div>
  );
}
