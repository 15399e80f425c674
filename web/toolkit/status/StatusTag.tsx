import { joinClasses } from '../styles/join-classes.ts';
import styles from './status.module.css';

export type StatusTone = 'neutral' | 'progress' | 'success' | 'warning' | 'error' | 'returned';

/** Shows a status as a text in a frame; the tone only supports the text. */
export function StatusTag(props: { tone?: StatusTone; label: string }) {
  return <span className={joinClasses(styles.status, styles[props.tone ?? 'neutral'])}>{props.label}</span>;
}
