import { useId, useState } from 'react';
import { joinClasses } from '#web/toolkit/styles/join-classes.ts';
import { FieldProblem } from './FieldProblem.tsx';
import styles from './login-card.module.css';

export function PasswordField(props: {
  value: string;
  placeholder: string;
  problem: string | undefined;
  onChange: (value: string) => void;
}) {
  const id = useId();
  const [isShown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  return (
    <div className={styles.field}>
      <label htmlFor={id}>密码</label>
      <div className={joinClasses(styles.control, styles.password)}>
        <input
          id={id}
          name="password"
          type={isShown ? 'text' : 'password'}
          placeholder={props.placeholder}
          autoComplete="current-password"
          maxLength={64}
          value={props.value}
          aria-invalid={props.problem !== undefined}
          aria-describedby={`${id}-problem ${id}-caps`}
          onChange={(event) => props.onChange(event.target.value)}
          onKeyUp={(event) => setCapsLock(event.getModifierState('CapsLock'))}
        />
        <button
          type="button"
          className={styles.eye}
          aria-pressed={isShown}
          aria-label={isShown ? '隐藏密码' : '显示密码'}
          onClick={() => setShown(!isShown)}
        >
          <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
            <path d="M2 10s3-5.5 8-5.5 8 5.5 8 5.5-3 5.5-8 5.5S2 10 2 10z" />
            <circle cx="10" cy="10" r="2.5" />
            {!isShown && <path d="M4 16 16 4" />}
          </svg>
        </button>
      </div>
      <div id={`${id}-caps`} aria-live="polite">
        {capsLock && <p className={styles.error}>大写锁定已打开</p>}
      </div>
      <FieldProblem id={`${id}-problem`} text={props.problem} />
    </div>
  );
}
