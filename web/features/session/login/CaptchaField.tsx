import { useId } from 'react';
import { type Captcha, proofText } from '../sign-in.ts';
import { FieldProblem } from './FieldProblem.tsx';
import styles from './login-card.module.css';

/**
 * Shows the captcha field next to its picture; for users who cannot see it, the browser solves a proof of work
 * instead.
 */
export function CaptchaField(props: {
  captcha: Captcha | 'failed' | undefined;
  value: string;
  problem: string | undefined;
  proof: 'none' | 'solving' | 'solved';
  onChange: (value: string) => void;
  onRefresh: () => void;
  onRequestProof: () => void;
}) {
  const id = useId();
  const { captcha, proof } = props;
  if (proof === 'solved') {
    return (
      <div className={styles.field}>
        <span className={styles.label}>验证码</span>
        <p className={styles.passed} role="status" style={{ margin: 0 }}>
          <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
            <circle cx="8" cy="8" r="6.5" />
            <path d="m5 8.2 2.1 2.1L11 6.2" />
          </svg>
          {proofText.passed}
        </p>
      </div>
    );
  }
  return (
    <div className={styles.field}>
      <label htmlFor={id}>验证码</label>
      <div className={styles.control}>
        <input
          id={id}
          name="verifyCode"
          placeholder="请输入验证码"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={8}
          value={props.value}
          aria-invalid={props.problem !== undefined}
          aria-describedby={`${id}-problem`}
          onChange={(event) => props.onChange(event.target.value)}
        />
        {typeof captcha === 'object' ? (
          <img className={styles.captchaImage} src={captcha.img} alt="验证码图片" />
        ) : (
          <span className={styles.captchaImage} />
        )}
      </div>
      <FieldProblem id={`${id}-problem`} text={props.problem} />
      {captcha === 'failed' && <FieldProblem id={`${id}-image`} text="验证码加载失败，请换一张" />}
      <div className={styles.captchaTools}>
        <button
          type="button"
          className={styles.textButton}
          onClick={props.onRequestProof}
          disabled={proof === 'solving'}
        >
          {proof === 'solving' ? '正在验证，请稍候…' : proofText.offer}
        </button>
        <button
          type="button"
          className={styles.textButton}
          style={{ marginLeft: 'auto' }}
          onClick={props.onRefresh}
        >
          换一张
        </button>
      </div>
    </div>
  );
}
