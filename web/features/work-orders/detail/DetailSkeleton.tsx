import { Card } from '#web/toolkit/page/Card.tsx';
import styles from './detail.module.css';

/**
 * Shows a skeleton of the detail page while it loads, in the page's own layout: title, stages, the task,
 * rows, trace; on a phone the stages are below.
 */
export function DetailSkeleton() {
  return (
    <div role="status" aria-label="正在加载" className={styles.skeleton}>
      <Card>
        <SkeletonBlock width="62%" height={28} />
        <SkeletonBlock width="48%" />
        <div className={styles.skeletonStages}>
          {skeletonBlocks(6).map((index) => (
            <SkeletonBlock key={index} width="100%" height={48} />
          ))}
        </div>
      </Card>
      <div className={styles.detail}>
        <div className={styles.detailMain}>
          <Card>
            <SkeletonBlock width="36%" height={24} />
            <SkeletonBlock width="72%" height={32} />
          </Card>
          <Card>
            <SkeletonBlock width="44%" height={24} />
            {skeletonBlocks(9).map((index) => (
              <div key={index} className={styles.skeletonRow}>
                <SkeletonBlock width="80%" />
                <SkeletonBlock width="60%" />
                <SkeletonBlock width="70%" />
              </div>
            ))}
          </Card>
        </div>
        <Card>
          <SkeletonBlock width="40%" height={24} />
          {skeletonBlocks(4).map((index) => (
            <SkeletonBlock key={index} width="100%" height={64} />
          ))}
        </Card>
      </div>
    </div>
  );
}

function SkeletonBlock({ width, height = 16 }: { width: string; height?: number }) {
  return <span className={styles.skeleton} style={{ width, height }} />;
}

function skeletonBlocks(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
