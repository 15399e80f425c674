import { lazy, Suspense, useRef, useState } from 'react';
import type { SecondFactorChallenge } from '#contract/session.ts';
import type { Welcome } from '#contract/welcome.ts';
import { DemoAccounts } from './DemoAccounts.tsx';
import { LoginForm } from './LoginForm.tsx';
import { LoginPicture } from './LoginPicture.tsx';
import loginStyles from './login.module.css';
import { NoticeDialog } from './NoticeDialog.tsx';
import { ThemeSwitch } from './ThemeSwitch.tsx';
import { useLogin } from './use-login.ts';
import { useUnified } from './use-unified.ts';

// Most logins have no second step: its code is loaded when needed, and retried once if that fails.
const loadSecondStep = () => import('../second-step/SecondStep.tsx');
const SecondStep = lazy(async () => ({
  default: (await loadSecondStep().catch(loadSecondStep)).SecondStep,
}));

/**
 * Shows the login: a picture and the office's name on one half, the account on the other (S0 §2); in the demo
 * also the demo accounts.
 */
export function LoginPage(props: {
  welcome: Welcome;
  returnTarget: string;
  onTyping: () => void;
  onSignedIn: (target: string) => void;
}) {
  const { officeName, isDemo } = props.welcome;
  const form = useRef<HTMLFormElement>(null);
  const enter = () => props.onSignedIn(unified.target.current);
  const [secondStep, setSecondStep] = useState<SecondFactorChallenge>();
  const login = useLogin(form, enter, setSecondStep);
  const unified = useUnified({
    ...props,
    signOn: props.welcome.signOn,
    onSecondStep: setSecondStep,
    onRefused: login.failUnified,
  });
  const restart = (cause?: unknown) => {
    setSecondStep(undefined);
    login.restartLogin(cause);
  };

  return (
    <div className={loginStyles.login}>
      <aside className={loginStyles.aside} aria-label="系统介绍">
        <div className={loginStyles.brand}>
          <img src="/emblem.svg" alt="" />
          <div>
            <p className={loginStyles.name}>办件通</p>
            <p className={loginStyles.line}>政务事项办理平台</p>
          </div>
        </div>
        <p className={loginStyles.office}>{officeName || '一件事，有始有终'}</p>
        <p className={loginStyles.slogan}>受理、办理、会签、督办、归档，每一步都有据可查。</p>
        <LoginPicture />
      </aside>
      <div className={loginStyles.side}>
        <ThemeSwitch />
        <main className={loginStyles.main}>
          {secondStep ? (
            <Suspense>
              <SecondStep
                challenge={secondStep}
                heading={(title) => <h1>{title}</h1>}
                onEntered={enter}
                onRestart={restart}
              />
            </Suspense>
          ) : (
            <LoginForm
              login={login}
              unified={unified}
              signOn={props.welcome.signOn}
              formRef={form}
              onTyping={props.onTyping}
            />
          )}
        </main>
        {isDemo && secondStep === undefined && (
          <DemoAccounts
            onHover={props.onTyping}
            onSignedIn={enter}
            onSecondStep={setSecondStep}
            onRefused={login.continueWithAccount}
          />
        )}
      </div>
      <NoticeDialog
        open={login.isDisabled}
        title="账号已停用"
        text="您的账号已被停用，请联系运维管理员"
        onClose={login.closeDisabledNotice}
      />
    </div>
  );
}
