import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import styles from './second-step.module.css';

/** Asks for one code and sends it; shows an error at the field, and clears the code after each attempt. */
export function CodeForm(props: {
  label: string;
  submitText: string;
  isRecoveryCode?: boolean;
  failure: string | undefined;
  onSubmit: (code: string) => Promise<void>;
}) {
  const [code, setCode] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const isMounted = useRef(true);
  const id = useId();
  useEffect(() => {
    isMounted.current = true;
    input.current?.focus();
    return () => {
      isMounted.current = false;
    };
  }, []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setMissing(code.trim() === '');
    if (code.trim() === '') return input.current?.focus();
    setBusy(true);
    await props.onSubmit(code.trim());
    if (!isMounted.current) return;
    setBusy(false);
    setCode('');
    input.current?.focus();
  };

  const problem = isMissing ? `请输入${props.label}` : props.failure;
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <label htmlFor={id}>{props.label}</label>
      <input
        id={id}
        ref={input}
        className={styles.code}
        value={code}
        autoComplete="one-time-code"
        inputMode={props.isRecoveryCode ? 'text' : 'numeric'}
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={32}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-problem`}
        onChange={(event) => {
          setCode(event.target.value);
          setMissing(false);
        }}
      />
      <p className={styles.problem} id={`${id}-problem`} role="alert">
        {problem}
      </p>
      <button type="submit" className={styles.submit} aria-disabled={isBusy}>
        {isBusy ? '正在验证…' : props.submitText}
      </button>
    </form>
  );
}
