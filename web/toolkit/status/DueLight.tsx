import { localDateOf } from '#domain/calendar/local-date.ts';
import { joinClasses } from '../styles/join-classes.ts';
import styles from './status.module.css';

const labels = { green: '正常', yellow: '将到期', red: '已超期', none: '无时限' } as const;

/** A limit as the server presents it. */
export interface DueFacts {
  light: keyof typeof labels;
  text: string;
  dueAt?: string | null;
  /** True if a year within the limit has no published holidays yet. */
  provisional?: boolean;
}

/** Shows only the light, for a place that already has the text. */
export function DueLightDot({ light }: { light: 'green' | 'yellow' | 'red' }) {
  return (
    <span className={styles[light]} aria-hidden="true">
      <span className={joinClasses(styles.statusLight, styles.lightOnly)} />
    </span>
  );
}

/** Shows the due light with its text (余 3 个工作日 / 超期 2 天); colour is never the only sign. */
export function DueLight(props: {
  due: DueFacts;
  /** Owner of the limit, if it is not clear from the context: 环节 or 全程. */
  owner?: string;
  /** True to show the date after the text. */
  showsDate?: boolean;
}) {
  const { light, text, provisional, dueAt } = props.due;
  if (light === 'none')
    return <span className={joinClasses(styles.due, styles.none)}>{text === '' ? '—' : text}</span>;
  return (
    <span className={joinClasses(styles.due, styles[light])}>
      <span className={styles.statusLight} role="img" aria-label={labels[light]} />
      {text === '' ? labels[light] : text}
      {props.owner !== undefined && <span className={styles.provisional}>{props.owner}</span>}
      {props.showsDate && dueAt && (
        <span className={styles.day}>{localDateOf(new Date(dueAt)).slice(5)}</span>
      )}
      {provisional && (
        <span className={styles.provisional} title="所跨年度的节假日安排尚未公布">
          暂定
        </span>
      )}
    </span>
  );
}
