import { Alert, Button, Form, Input, type InputRef, Modal } from 'antd';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import type { SecondFactorChallenge } from '#contract/session.ts';
import { sessionRefusals } from '#domain/refusals/session-refusals.ts';
import { textOfFailure } from '#web/api/call-error.ts';
import { useOverlay } from '#web/toolkit/dialog/overlays.ts';
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

/** Logs the same person in again over the screen; the calls that failed because the session had ended then continue. */
export function ReLoginDialog(props: {
  account: string;
  name: string;
  /** True if another person has logged in from another tab meanwhile. */
  isOtherPerson: boolean;
  /** True if the session was opened by the unified login. */
  usedUnifiedLogin: boolean;
  onRestored: () => void;
  onLeave: () => void;
}) {
  const [password, setPassword] = useState('');
  const [verifyCode, setVerifyCode] = useState('');
  const [captcha, setCaptcha] = useState<Captcha | undefined>(undefined);
  const [proof, setProof] = useState<Proof | 'solving' | undefined>(undefined);
  const [problems, setProblems] = useState<Partial<Record<LoginField, string>>>({});
  const [failure, setFailure] = useState<string | undefined>(undefined);
  const [secondStep, setSecondStep] = useState<SecondFactorChallenge | undefined>(undefined);
  const [isBusy, setBusy] = useState(false);
  const passwordInput = useRef<InputRef>(null);
  /** The captcha that is being loaded: a user who submits earlier waits for it. */
  const captchaRequest = useRef<Promise<Captcha>>(undefined);

  // It cannot be closed, so going back must not change the page below it.
  useOverlay(true, undefined);

  const refreshCaptcha = useCallback(() => {
    setVerifyCode('');
    setProof(undefined);
    const request = loadCaptcha();
    captchaRequest.current = request;
    const show = (loaded: Captcha | undefined) => captchaRequest.current === request && setCaptcha(loaded);
    request.then(show, () => show(undefined));
  }, []);
  useEffect(refreshCaptcha, [refreshCaptcha]);

  const requestProof = () => {
    setProof('solving');
    solveProof().then(setProof, (cause) => {
      setProof(undefined);
      setFailure(textOfFailure(cause));
    });
  };

  const submit = async () => {
    if (isBusy) return;
    const solvedProof = typeof proof === 'object' ? proof : undefined;
    const newProblems = checkLogin({
      username: props.account,
      password,
      verifyCode,
      hasDevice: false,
      isVerified: solvedProof !== undefined,
    });
    setProblems(newProblems);
    if (Object.keys(newProblems).length > 0) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const device = findRememberedDevice(props.account);
      const solution = solvedProof ?? {
        captchaToken: (await captchaRequest.current)?.captchaToken ?? '',
        verifyCode: verifyCode.trim(),
      };
      const nextStep = await signIn({
        username: props.account,
        password,
        ...solution,
        rememberDevice: device?.remembered ?? false,
        deviceToken: device?.deviceToken,
      });
      if (nextStep) setSecondStep(nextStep);
      else props.onRestored();
    } catch (cause) {
      restart(cause);
      passwordInput.current?.focus();
    }
  };

  const restart = (cause?: unknown) => {
    setSecondStep(undefined);
    setBusy(false);
    setPassword('');
    setFailure(cause === undefined ? undefined : textOfFailure(cause));
    refreshCaptcha();
  };

  if (secondStep)
    return (
      <Modal open centered width={420} title="二次验证" closable={false} keyboard={false} footer={null}>
        <Suspense>
          <SecondStep challenge={secondStep} onEntered={props.onRestored} onRestart={restart} />
        </Suspense>
      </Modal>
    );

  return (
    <Modal
      open
      centered
      width={420}
      title={props.isOtherPerson ? '本浏览器已换人登录' : sessionRefusals.notSignedIn.text}
      okText="重新登录"
      okButtonProps={{ loading: isBusy }}
      onOk={submit}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      afterOpenChange={(open) => open && passwordInput.current?.focus()}
      footer={(_original, { OkBtn }) => (
        <div className={styles.foot}>
          <Button type="link" onClick={props.onLeave}>
            {props.isOtherPerson ? '使用新登录的账号' : '换账号登录'}
          </Button>
          <OkBtn />
        </div>
      )}
    >
      <p className={styles.hint}>
        {props.isOtherPerson ? othersText : '您填写的内容仍在页面上，登录后可继续操作。'}
      </p>
      {props.usedUnifiedLogin && (
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
            onClick={requestProof}
          >
            {proofText.offer}
          </Button>
        )}
      </Form>
    </Modal>
  );
}
