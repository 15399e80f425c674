import { Input } from 'antd';
import { maxOpinionLength } from '#domain/opinions/limits.ts';
import { countCharacters, isBlank } from '#domain/texts/characters.ts';
import type { CommonOpinions } from './common-opinions.ts';
import styles from './dialog-opinion.module.css';

/** Shows the field of the opinion in the dialog of an action, of one order or of several. */
export function DialogOpinion(props: {
  /** The name of the field, if the action needs another text than the opinion. */
  label?: string;
  /** Text next to the name of the field. */
  note?: string;
  required: boolean;
  value: string;
  onChange: (text: string) => void;
  /** The validation problem of the opinion, shown once the user has confirmed the action. */
  problem: string | undefined;
  disabled: boolean;
  commonOpinions: CommonOpinions;
}) {
  const { label = '处理意见', note, required, value, onChange, problem, disabled, commonOpinions } = props;
  return (
    <div className={styles.opinion}>
      <label htmlFor="dialog-opinion">
        {required && (
          <span className={styles.required} aria-hidden="true">
            *
          </span>
        )}
        {label}
        {!required && '（选填）'}
      </label>
      {note !== undefined && <span className={styles.hint}>{note}</span>}
      <commonOpinions.Popover
        disabled={disabled}
        onPick={(content) => onChange(isBlank(value) ? content : `${value}${content}`)}
      />
      <Input.TextArea
        id="dialog-opinion"
        rows={required ? 3 : 2}
        value={value}
        disabled={disabled}
        required={required}
        status={problem === undefined ? undefined : 'error'}
        aria-invalid={problem !== undefined}
        aria-describedby="dialog-opinion-note"
        onChange={(event) => onChange(event.target.value)}
      />
      <p id="dialog-opinion-note" className={styles.note}>
        {problem !== undefined && (
          <span role="alert" className={styles.error}>
            {problem}
          </span>
        )}
        <span>
          {countCharacters(value)} / {maxOpinionLength}
        </span>
      </p>
    </div>
  );
}
