import { useRef } from 'react';
import type { Welcome } from '#contract/welcome.ts';
import { DemoGuide } from './DemoGuide.tsx';
import { LoginForm } from './LoginForm.tsx';
import { LoginPicture } from './LoginPicture.tsx';
import loginStyles from './login.module.css';
import { NoticeDialog } from './NoticeDialog.tsx';
import { useLogin } from './use-login.ts';
import { useUnified } from './use-unified.ts';

/** The login: the office's picture on one half, the account on the other (S0 §2), and in the demo its people. */
export function LoginPage(props: {
  welcome: Welcome;
  returnTarget: string;
  onTyping: () => void;
  onSignedIn: (target: string) => void;
}) {
  const { officeName, isDemo } = props.welcome;
  const form = useRef<HTMLFormElement>(null);
  const enter = () => props.onSignedIn(unified.target.current);
  const login = useLogin(form, enter);
  const unified = useUnified({ ...props, signOn: props.welcome.signOn, onRefused: login.failUnified });

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
        <main className={loginStyles.main}>
          <LoginForm
            login={login}
            unified={unified}
            signOn={props.welcome.signOn}
            formRef={form}
            onTyping={props.onTyping}
          />
        </main>
        {isDemo && <DemoGuide onApproach={props.onTyping} onSignedIn={enter} onRefused={login.takeOver} />}
      </div>
      <NoticeDialog
        open={login.disabled}
        title="账号已停用"
        text="您的账号已被停用，请联系运维管理员"
        onClose={login.acknowledge}
      />
    </div>
  );
}
