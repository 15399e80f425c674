import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import styles from './second-step.module.css';

/** Asks for one code and sends it; shows an error at the field, and clears the code after each try. */
export function CodeForm(props: {
  label: string;
  submitText: string;
  isRecovery?: boolean;
  failure: string | undefined;
  onSubmit: (code: string) => Promise<void>;
}) {
  const [code, setCode] = useState('');
  const [missed, setMissed] = useState(false);
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const alive = useRef(true);
  const id = useId();
  useEffect(() => {
    alive.current = true;
    input.current?.focus();
    return () => {
      alive.current = false;
    };
  }, []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setMissed(code.trim() === '');
    if (code.trim() === '') return input.current?.focus();
    setBusy(true);
    await props.onSubmit(code.trim());
    if (!alive.current) return;
    setBusy(false);
    setCode('');
    input.current?.focus();
  };

  const problem = missed ? `请输入${props.label}` : props.failure;
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <label htmlFor={id}>{props.label}</label>
      <input
        id={id}
        ref={input}
        className={styles.code}
        value={code}
        autoComplete="one-time-code"
        inputMode={props.isRecovery ? 'text' : 'numeric'}
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={32}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-problem`}
        onChange={(event) => {
          setCode(event.target.value);
          setMissed(false);
        }}
      />
      <p className={styles.problem} id={`${id}-problem`} role="alert">
        {problem}
      </p>
      <button type="submit" className={styles.submit} aria-disabled={busy}>
        {busy ? '正在验证…' : props.submitText}
      </button>
    </form>
  );
}
