import styles from './choice-list.module.css';

/** Shows headings above the columns of a choice list; each row's name already contains their text. */
export function ChoiceHead({ columns }: { columns: readonly string[] }) {
  return (
    <div className={styles.head} aria-hidden="true">
      {columns.map((column) => (
        <span key={column}>{column}</span>
      ))}
    </div>
  );
}
