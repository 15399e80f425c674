import { type RefObject, useEffect, useId } from 'react';
import type { Welcome } from '#contract/welcome.ts';
import { passwordChangedFragment } from '../password-changed.ts';
import { CaptchaField } from './CaptchaField.tsx';
import loginCardStyles from './login-card.module.css';
import { PasswordField } from './PasswordField.tsx';
import { TextField } from './TextField.tsx';
import type { Login } from './use-login.ts';
import type { UnifiedLogin } from './use-unified.ts';

const signOnStateLabel = {
  leaving: '正在前往统一身份认证…',
  returning: '正在通过统一身份认证登录…',
} as const;

/**
 * Shows account, password and captcha, and the unified login if the office has one (S0 §2, §5). The first
 * empty field has the initial focus.
 */
export function LoginForm(props: {
  login: Login;
  unified: UnifiedLogin;
  signOn: Welcome['signOn'];
  formRef: RefObject<HTMLFormElement | null>;
  onTyping: () => void;
}) {
  const { login, unified } = props;
  const { values, change, problems } = login;
  const titleId = useId();
  const form = props.formRef;
  useEffect(() => {
    // On a phone the keyboard would cover the form.
    if (matchMedia('(pointer: coarse)').matches) return;
    const fields = form.current?.querySelectorAll<HTMLInputElement>('input:not([type="checkbox"])') ?? [];
    [...fields].find(({ value }) => value === '')?.focus();
  }, [form]);
  return (
    <form
      ref={props.formRef}
      className={loginCardStyles.card}
      noValidate
      aria-labelledby={titleId}
      onSubmit={login.submit}
      onInput={props.onTyping}
    >
      <h1 id={titleId}>账号登录</h1>
      {location.hash === passwordChangedFragment ? (
        <p className={loginCardStyles.welcome} role="status">
          密码修改成功，请用新密码登录
        </p>
      ) : (
        <p className={loginCardStyles.welcome}>请使用本单位分配的工作账号</p>
      )}
      {login.failure !== undefined && (
        <div className={loginCardStyles.alert} role="alert">
          <div>
            <strong>登录失败</strong>
            <p>{login.failure}</p>
          </div>
        </div>
      )}
      <TextField
        name="username"
        label="账号"
        placeholder="请输入账号"
        autoComplete="username"
        value={values.username}
        problem={problems.username}
        onChange={change.setUsername}
      />
      <PasswordField
        value={values.password}
        problem={problems.password}
        placeholder={login.replacesPassword ? '已记住密码，可直接登录' : '请输入密码'}
        onChange={change.setPassword}
      />
      <CaptchaField
        captcha={login.captcha}
        value={values.verifyCode}
        problem={problems.verifyCode}
        proof={login.proof}
        onChange={change.setVerifyCode}
        onRefresh={login.refreshCaptcha}
        onRequestProof={login.requestProof}
      />
      <div className={loginCardStyles.ticks}>
        <label>
          <input
            type="checkbox"
            checked={values.remembersAccount}
            onChange={(event) => change.setRemembersAccount(event.target.checked)}
          />
          记住账号
        </label>
        <label>
          <input
            type="checkbox"
            checked={values.remembersPassword}
            onChange={(event) => change.setRemembersPassword(event.target.checked)}
          />
          记住密码
        </label>
      </div>
      <button type="submit" className={loginCardStyles.submit} aria-disabled={login.isBusy}>
        {login.isBusy ? '正在登录…' : '登录'}
      </button>
      {props.signOn !== null && (
        <button
          type="button"
          className={loginCardStyles.unified}
          aria-disabled={unified.state !== undefined}
          onClick={() => {
            if (unified.state === undefined) unified.openProvider();
          }}
        >
          {unified.state === undefined
            ? `统一身份认证登录${props.signOn.isTwin ? '（演示）' : ''}`
            : signOnStateLabel[unified.state]}
        </button>
      )}
      <output className="visually-hidden">{unified.state && signOnStateLabel[unified.state]}</output>
    </form>
  );
}
