import styles from './field-divider.module.css';

/** Draws a line across the section, with the title of the divider on it. */
export function FieldDivider({ title }: { title: string }) {
  return <div className={styles.divider}>{title}</div>;
}
