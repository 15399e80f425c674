import styles from './feedback.module.css';

/** Shows grey blocks in place of a screen whose code is loading, so that nothing moves. */
export function ScreenSkeleton() {
  return (
    <div className={styles.screenSkeleton} role="status" aria-label="正在加载">
      <div className={styles.skeleton} style={{ height: 56 }} />
      <SkeletonRows rows={8} />
    </div>
  );
}

export function SkeletonRows(props: { rows: number; rowHeight?: number }) {
  return (
    <div aria-hidden="true">
      {Array.from({ length: props.rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks are identical and never move
        <div key={index} className={styles.skeletonRow} style={{ height: props.rowHeight ?? 40 }}>
          <span className={styles.skeleton} style={{ width: `${12 + ((index * 5) % 4)}%` }} />
          <span className={styles.skeleton} style={{ width: `${26 + ((index * 7) % 9)}%` }} />
          <span className={styles.skeleton} style={{ width: `${10 + ((index * 3) % 5)}%` }} />
          <span className={styles.skeleton} style={{ width: '14%' }} />
        </div>
      ))}
    </div>
  );
}
