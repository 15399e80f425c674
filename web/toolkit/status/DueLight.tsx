import { joinClasses } from '../page/join-classes.ts';
import styles from './status.module.css';

const words = { green: '正常', yellow: '即将到期', red: '已超期', none: '无时限' } as const;

/** The due light with its words (余 3 个工作日 / 超期 2 天); colour never stands alone. */
export function DueLight(props: {
  due: {
    light: keyof typeof words;
    text: string;
    dueAt?: string | null;
    /** A year on the way has no published holidays yet. */
    provisional?: boolean;
  };
}) {
  const { light, text, provisional } = props.due;
  if (light === 'none')
    return <span className={joinClasses(styles.due, styles.none)}>{text === '' ? '—' : text}</span>;
  return (
    <span className={joinClasses(styles.due, styles[light])}>
      <span className={styles.lamp} role="img" aria-label={words[light]} />
      {text === '' ? words[light] : text}
      {provisional && <span className={styles.provisional}>暂估</span>}
    </span>
  );
}
