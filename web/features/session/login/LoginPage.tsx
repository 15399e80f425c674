import { type FormEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import { isCallError, textOfFailure } from '#web/api/call-error.ts';
import { checkLogin, type LoginField } from '../check-login.ts';
import { findRememberedDevice, forgetDevice, rememberAccount, rememberedAccount } from '../remembered.ts';
import { type Captcha, loadCaptcha, type Proof, signIn, solveProof } from '../sign-in.ts';
import { CaptchaField } from './CaptchaField.tsx';
import { LoginPicture } from './LoginPicture.tsx';
import { NoticeDialog } from './NoticeDialog.tsx';
import { PasswordField } from './PasswordField.tsx';
import { TextField } from './TextField.tsx';

const disabledAccount = 501;

/** The login: two halves, every fault at its field at once, and a new captcha after every failure (S0 §2, §4, §5). */
export function LoginPage(props: {
  returnTarget: string;
  onTyping: () => void;
  onSignedIn: (target: string) => void;
}) {
  const [username, setUsername] = useState(rememberedAccount() ?? '');
  const [password, setPassword] = useState('');
  const [verifyCode, setVerifyCode] = useState('');
  const [keepAccount, setKeepAccount] = useState(rememberedAccount() !== undefined);
  const [keepPassword, setKeepPassword] = useState(findRememberedDevice(username)?.remembered === true);
  const [captcha, setCaptcha] = useState<Captcha | 'failed' | undefined>(undefined);
  const [proven, setProven] = useState<Proof | 'solving' | undefined>(undefined);
  const [problems, setProblems] = useState<Partial<Record<LoginField, string>>>({});
  const [failure, setFailure] = useState<string | undefined>(undefined);
  const [notice, setNotice] = useState<'disabled' | 'unified' | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const titleId = useId();
  const device = findRememberedDevice(username);
  const standsForPassword = device?.remembered === true;

  const refreshCaptcha = useCallback(() => {
    setVerifyCode('');
    setProven(undefined);
    loadCaptcha().then(setCaptcha, () => setCaptcha('failed'));
  }, []);

  useEffect(refreshCaptcha, [refreshCaptcha]);

  const provePerson = async () => {
    setProven('solving');
    try {
      setProven(await solveProof());
      setProblems(({ verifyCode: _gone, ...rest }) => rest);
    } catch (cause) {
      setProven(undefined);
      setFailure(textOfFailure(cause));
    }
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const proof = typeof proven === 'object' ? proven : undefined;
    const found = checkLogin({
      username,
      password,
      verifyCode,
      hasDevice: standsForPassword,
      isProven: proof !== undefined,
    });
    setProblems(found);
    setFailure(undefined);
    const first = Object.keys(found)[0];
    if (first !== undefined) {
      form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
      return;
    }
    setBusy(true);
    try {
      const image = typeof captcha === 'object' ? captcha.captchaToken : '';
      await signIn({
        username: username.trim(),
        password,
        ...(proof ?? { captchaToken: image, verifyCode: verifyCode.trim() }),
        rememberDevice: keepPassword,
        deviceToken: device?.deviceToken,
      });
      rememberAccount(keepAccount || keepPassword ? username.trim() : undefined);
      props.onSignedIn(props.returnTarget);
    } catch (cause) {
      setBusy(false);
      refreshCaptcha();
      if (isCallError(cause) && cause.errcode === disabledAccount) return setNotice('disabled');
      if (password === '') forgetDevice();
      setPassword('');
      setFailure(textOfFailure(cause));
      form.current?.querySelector<HTMLInputElement>('[name="password"]')?.focus();
    }
  };

  return (
    <div className="login">
      <aside className="login-aside" aria-label="系统介绍">
        <div className="login-brand">
          <img src="/emblem.svg" alt="" />
          <div>
            <p className="login-name">办件通</p>
            <p className="login-line">政务事项办理平台</p>
          </div>
        </div>
        <p className="login-slogan">
          一件事，有始有终
          <small>受理、办理、会签、督办、归档，每一步都有据可查。</small>
        </p>
        <LoginPicture />
      </aside>
      <main className="login-main">
        <form ref={form} className="login-card" noValidate aria-labelledby={titleId} onSubmit={submit}>
          <h1 id={titleId}>账号登录</h1>
          <p className="login-welcome">请使用本单位分配的工作账号</p>
          {failure !== undefined && (
            <div className="login-alert" role="alert">
              <div>
                <strong>登录失败</strong>
                <p>{failure}</p>
              </div>
            </div>
          )}
          <TextField
            name="username"
            label="账号"
            placeholder="请输入账号"
            autoComplete="username"
            value={username}
            problem={problems.username}
            onChange={setUsername}
          />
          <PasswordField
            value={password}
            problem={problems.password}
            placeholder={standsForPassword ? '已记住密码，可直接登录' : '请输入密码'}
            onChange={(value) => {
              props.onTyping();
              setPassword(value);
            }}
          />
          <CaptchaField
            captcha={captcha}
            value={verifyCode}
            problem={problems.verifyCode}
            proof={proven === undefined ? 'none' : proven === 'solving' ? 'solving' : 'solved'}
            onChange={setVerifyCode}
            onRefresh={refreshCaptcha}
            onProve={provePerson}
          />
          <div className="login-ticks">
            <label>
              <input
                type="checkbox"
                checked={keepAccount}
                onChange={(event) => setKeepAccount(event.target.checked)}
              />
              记住账号
            </label>
            <label>
              <input
                type="checkbox"
                checked={keepPassword}
                onChange={(event) => setKeepPassword(event.target.checked)}
              />
              记住密码
            </label>
          </div>
          <button type="submit" className="login-submit" aria-disabled={busy}>
            {busy ? '正在登录…' : '登录'}
          </button>
          <p className="login-other">其他登录方式</p>
          <button type="button" className="login-unified" onClick={() => setNotice('unified')}>
            统一身份认证登录
          </button>
          <p className="login-foot">建议使用 Chrome、Edge、360 或火狐浏览器的最新版本</p>
        </form>
      </main>
      <NoticeDialog
        open={notice === 'disabled'}
        title="账号已停用"
        text="您的账号已被停用，请联系运维管理员"
        onClose={() => setNotice(undefined)}
      />
      <NoticeDialog
        open={notice === 'unified'}
        title="统一身份认证尚未开通"
        text="本单位尚未接入统一身份认证，请使用账号和密码登录，或联系运维管理员开通。"
        onClose={() => setNotice(undefined)}
      />
    </div>
  );
}
