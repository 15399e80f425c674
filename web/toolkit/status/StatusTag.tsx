import { joinClasses } from '../styles/join-classes.ts';
import styles from './status.module.css';

export type StatusTone = 'neutral' | 'progress' | 'success' | 'warning' | 'error';

/** A status as a word in a quiet frame; the tone only underlines the word. */
export function StatusTag(props: { tone?: StatusTone; label: string }) {
  return <span className={joinClasses(styles.status, styles[props.tone ?? 'neutral'])}>{props.label}</span>;
}
