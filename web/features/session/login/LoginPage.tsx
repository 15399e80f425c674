import { useEffect, useId, useRef, useState } from 'react';
import { CaptchaField } from './CaptchaField.tsx';
import { LoginPicture } from './LoginPicture.tsx';
import loginStyles from './login.module.css';
import loginCardStyles from './login-card.module.css';
import { PasswordField } from './PasswordField.tsx';
import { TextField } from './TextField.tsx';
import { useLogin } from './use-login.ts';

/** The login: the office's picture on one half, the account on the other (S0 §2). */
export function LoginPage(props: {
  returnTarget: string;
  onTyping: () => void;
  onSignedIn: (target: string) => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  const titleId = useId();
  const [unifiedAsked, setUnifiedAsked] = useState(false);
  const login = useLogin(form, () => props.onSignedIn(props.returnTarget));
  const { values, change, problems } = login;

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
        <p className={loginStyles.slogan}>
          一件事，有始有终
          <small>受理、办理、会签、督办、归档，每一步都有据可查。</small>
        </p>
        <LoginPicture />
      </aside>
      <main className={loginCardStyles.main}>
        <form
          ref={form}
          className={loginCardStyles.card}
          noValidate
          aria-labelledby={titleId}
          onSubmit={login.submit}
        >
          <h1 id={titleId}>账号登录</h1>
          <p className={loginCardStyles.welcome}>请使用本单位分配的工作账号</p>
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
            placeholder={login.standsForPassword ? '已记住密码，可直接登录' : '请输入密码'}
            onChange={(value) => {
              props.onTyping();
              change.setPassword(value);
            }}
          />
          <CaptchaField
            captcha={login.captcha}
            value={values.verifyCode}
            problem={problems.verifyCode}
            proof={login.proof}
            onChange={change.setVerifyCode}
            onRefresh={login.refreshCaptcha}
            onProve={login.prove}
          />
          <div className={loginCardStyles.ticks}>
            <label>
              <input
                type="checkbox"
                checked={values.keepAccount}
                onChange={(event) => change.setKeepAccount(event.target.checked)}
              />
              记住账号
            </label>
            <label>
              <input
                type="checkbox"
                checked={values.keepPassword}
                onChange={(event) => change.setKeepPassword(event.target.checked)}
              />
              记住密码
            </label>
          </div>
          <button type="submit" className={loginCardStyles.submit} aria-disabled={login.busy}>
            {login.busy ? '正在登录…' : '登录'}
          </button>
          <p className={loginCardStyles.other}>其他登录方式</p>
          <button type="button" className={loginCardStyles.unified} onClick={() => setUnifiedAsked(true)}>
            统一身份认证登录
          </button>
          <p className={loginCardStyles.foot}>建议使用 Chrome、Edge、360 或火狐浏览器的最新版本</p>
        </form>
      </main>
      <NoticeDialog
        open={login.disabled}
        title="账号已停用"
        text="您的账号已被停用，请联系运维管理员"
        onClose={login.acknowledge}
      />
      <NoticeDialog
        open={unifiedAsked}
        title="统一身份认证尚未开通"
        text="本单位尚未接入统一身份认证，请使用账号和密码登录，或联系运维管理员开通。"
        onClose={() => setUnifiedAsked(false)}
      />
    </div>
  );
}

/** A short notice that must be acknowledged, such as the disabled account of errcode 501 (S0 §4). */
function NoticeDialog(props: { open: boolean; title: string; text: string; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    if (props.open && element && !element.open) element.showModal();
    if (!props.open && element?.open) element.close();
  }, [props.open]);
  return (
    <dialog ref={dialog} className={loginCardStyles.notice} aria-labelledby={id} onClose={props.onClose}>
      <h2 id={id}>{props.title}</h2>
      <p>{props.text}</p>
      <button type="button" className={loginCardStyles.submit} onClick={props.onClose}>
        我知道了
      </button>
    </dialog>
  );
}
