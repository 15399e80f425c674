import styles from './outcome-progress-bar.module.css';

/**
 * Shows the progress of a batch: a line that screen readers announce, and a bar of successes and failures.
 */
export function OutcomeProgressBar(props: {
  /** Accessible name of the bar. */
  label: string;
  /** Text such as `已完成 3 / 20 件`. */
  headline: string;
  /** Text such as `成功 2，失败 1，余 17`. */
  breakdown: string;
  total: number;
  done: number;
  failed: number;
}) {
  const { label, headline, breakdown, total, done, failed } = props;
  const share = (count: number) => `${total === 0 ? 0 : (100 * count) / total}%`;
  return (
    <div>
      <p className={styles.counts}>
        <strong role="status">{headline}</strong>
        <span>{breakdown}</span>
      </p>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done + failed}
      >
        <span className={styles.done} style={{ width: share(done) }} />
        <span className={styles.failed} style={{ width: share(failed) }} />
      </div>
    </div>
  );
}
