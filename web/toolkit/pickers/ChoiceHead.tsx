import styles from './choice-list.module.css';

/** Heads over the columns of a choice list's rows; what they say is part of each row's name already. */
export function ChoiceHead({ columns }: { columns: readonly string[] }) {
  return (
    <div className={styles.head} aria-hidden="true">
      {columns.map((column) => (
        <span key={column}>{column}</span>
      ))}
    </div>
  );
}
