import type { Problem } from '#domain/refusals/refusals.ts';
import styles from './steps.module.css';

/** Shows the problems of a setting below its control; the list above names the step too. */
export function FieldProblems({ problems }: { problems: readonly Problem[] }) {
  return problems.map(({ message }) => (
    <small key={message} className={styles.fault}>
      {message.replace(/^[^：]*：/, '')}
    </small>
  ));
}
