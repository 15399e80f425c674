import { useId } from 'react';
import { FieldProblem } from './FieldProblem.tsx';
import styles from './login-card.module.css';

export function TextField(props: {
  name: string;
  label: string;
  placeholder: string;
  autoComplete: string;
  value: string;
  problem: string | undefined;
  onChange: (value: string) => void;
}) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{props.label}</label>
      <div className={styles.control}>
        <input
          id={id}
          name={props.name}
          placeholder={props.placeholder}
          autoComplete={props.autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={60}
          required
          value={props.value}
          aria-invalid={props.problem !== undefined}
          aria-describedby={`${id}-problem`}
          onChange={(event) => props.onChange(event.target.value)}
        />
      </div>
      <FieldProblem id={`${id}-problem`} text={props.problem} />
    </div>
  );
}
