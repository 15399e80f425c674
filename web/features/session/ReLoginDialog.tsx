import { Alert, Button, Form, Input, type InputRef, Modal } from 'antd';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import type { SecondFactorChallenge } from '#contract/session.ts';
import { sessionRefusals } from '#domain/refusals/session-refusals.ts';
import { textOfFailure } from '#web/api/call-error.ts';
import styles from './re-login.module.css';
import { findRememberedDevice } from './remembered-account.ts';
import {
  type Captcha,
  checkLogin,
  type LoginField,
  loadCaptcha,
  type Proof,
  proofText,
  signIn,
  solveProof,
} from './sign-in.ts';

// Loaded when a second step is needed, and retried once if that fails.
const loadSecondStep = () => import('./second-step/SecondStep.tsx');
const SecondStep = lazy(async () => ({
  default: (await loadSecondStep().catch(loadSecondStep)).SecondStep,
}));

const othersText =
  '其他人在另一个页面登录了。您填写的内容仍在本页，没有提交，也不会以他人的名义提交。请重新登录后继续。';

/** Logs the same person in again over the screen; the calls that met the ended session then continue. */
export function ReLoginDialog(props: {
  account: string;
  name: string;
  /** True if another person has logged in from another tab meanwhile. */
  isOthers: boolean;
  /** True if the session was opened by the unified login. */
  byUnified: boolean;
  onRestored: () => void;
  onLeave: () => void;
}) {
  const [password, setPassword] = useState('');
  const [verifyCode, setVerifyCode] = useState('');
  const [captcha, setCaptcha] = useState<Captcha | undefined>(undefined);
  const [proof, setProof] = useState<Proof | 'solving' | undefined>(undefined);
  const [problems, setProblems] = useState<Partial<Record<LoginField, string>>>({});
  const [failure, setFailure] = useState<string | undefined>(undefined);
  const [half, setHalf] = useState<SecondFactorChallenge | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  const passwordInput = useRef<InputRef>(null);
  /** The captcha that is being loaded: a user who submits earlier waits for it. */
  const coming = useRef<Promise<Captcha>>(undefined);

  const refreshCaptcha = useCallback(() => {
    setVerifyCode('');
    setProof(undefined);
    const captchaRequest = loadCaptcha();
    coming.current = captchaRequest;
    const show = (come: Captcha | undefined) => coming.current === captchaRequest && setCaptcha(come);
    captchaRequest.then(show, () => show(undefined));
  }, []);
  useEffect(refreshCaptcha, [refreshCaptcha]);

  const prove = () => {
    setProof('solving');
    solveProof().then(setProof, (cause) => {
      setProof(undefined);
      setFailure(textOfFailure(cause));
    });
  };

  const submit = async () => {
    if (busy) return;
    const solvedProof = typeof proof === 'object' ? proof : undefined;
    const found = checkLogin({
      username: props.account,
      password,
      verifyCode,
      hasDevice: false,
      isVerified: solvedProof !== undefined,
    });
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const device = findRememberedDevice(props.account);
      const answered = solvedProof ?? {
        captchaToken: (await coming.current)?.captchaToken ?? '',
        verifyCode: verifyCode.trim(),
      };
      const secondStep = await signIn({
        username: props.account,
        password,
        ...answered,
        rememberDevice: device?.remembered ?? false,
        deviceToken: device?.deviceToken,
      });
      if (secondStep) setHalf(secondStep);
      else props.onRestored();
    } catch (cause) {
      beginAnew(cause);
      passwordInput.current?.focus();
    }
  };

  const beginAnew = (cause?: unknown) => {
    setHalf(undefined);
    setBusy(false);
    setPassword('');
    setFailure(cause === undefined ? undefined : textOfFailure(cause));
    refreshCaptcha();
  };

  if (half)
    return (
      <Modal open centered width={420} title="二次验证" closable={false} keyboard={false} footer={null}>
        <Suspense>
          <SecondStep half={half} onEntered={props.onRestored} onAgain={beginAnew} />
        </Suspense>
      </Modal>
    );

  return (
    <Modal
      open
      centered
      width={420}
      title={props.isOthers ? '本浏览器已换人登录' : sessionRefusals.notSignedIn.text}
      okText="重新登录"
      okButtonProps={{ loading: busy }}
      onOk={submit}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      afterOpenChange={(open) => open && passwordInput.current?.focus()}
      footer={(_original, { OkBtn }) => (
        <div className={styles.foot}>
          <Button type="link" onClick={props.onLeave}>
            {props.isOthers ? '使用新登录的账号' : '换账号登录'}
          </Button>
          <OkBtn />
        </div>
      )}
    >
      <p className={styles.hint}>
        {props.isOthers ? othersText : '您填写的内容仍在页面上，登录后可继续操作。'}
      </p>
      {props.byUnified && (
        <p className={styles.hint}>
          您是通过统一身份认证登录的：可以
          <a href="/login" target="_blank" rel="noopener">
            在新页面重新认证
          </a>
          ，完成后本页自动继续。
        </p>
      )}
      {failure !== undefined && <Alert type="error" showIcon title={failure} className={styles.failure} />}
      <Form
        layout="vertical"
        requiredMark={false}
        onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && submit()}
      >
        <Form.Item label="账号" htmlFor="re-login-account">
          <Input
            id="re-login-account"
            value={props.name === '' ? props.account : `${props.name}（${props.account}）`}
            readOnly
            variant="filled"
          />
        </Form.Item>
        <Form.Item
          label="密码"
          htmlFor="re-login-password"
          validateStatus={problems.password && 'error'}
          help={problems.password}
        >
          <Input.Password
            id="re-login-password"
            ref={passwordInput}
            value={password}
            autoComplete="current-password"
            onChange={(event) => setPassword(event.target.value)}
          />
        </Form.Item>
        <Form.Item
          label="验证码"
          htmlFor="re-login-code"
          validateStatus={problems.verifyCode && 'error'}
          help={problems.verifyCode}
        >
          {typeof proof === 'object' ? (
            <output>{proofText.passed}</output>
          ) : (
            <div className={styles.captcha}>
              <Input
                id="re-login-code"
                value={verifyCode}
                autoComplete="off"
                maxLength={8}
                onChange={(event) => setVerifyCode(event.target.value)}
              />
              {captcha && <img src={captcha.img} alt="验证码图片" />}
              <Button type="link" size="small" onClick={refreshCaptcha}>
                换一张
              </Button>
            </div>
          )}
        </Form.Item>
        {typeof proof !== 'object' && (
          <Button
            type="link"
            size="small"
            className={styles.proof}
            loading={proof === 'solving'}
            onClick={prove}
          >
            {proofText.offer}
          </Button>
        )}
      </Form>
    </Modal>
  );
}
