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
        <Bone width="62%" height={28} />
        <Bone width="48%" />
        <div className={styles.boneStages}>
          {bones(6).map((index) => (
            <Bone key={index} width="100%" height={48} />
          ))}
        </div>
      </Card>
      <div className={styles.detail}>
        <div className={styles.detailMain}>
          <Card>
            <Bone width="36%" height={24} />
            <Bone width="72%" height={32} />
          </Card>
          <Card>
            <Bone width="44%" height={24} />
            {bones(9).map((index) => (
              <div key={index} className={styles.boneRow}>
                <Bone width="80%" />
                <Bone width="60%" />
                <Bone width="70%" />
              </div>
            ))}
          </Card>
        </div>
        <Card>
          <Bone width="40%" height={24} />
          {bones(4).map((index) => (
            <Bone key={index} width="100%" height={64} />
          ))}
        </Card>
      </div>
    </div>
  );
}

function Bone({ width, height = 16 }: { width: string; height?: number }) {
  return <span className={styles.bone} style={{ width, height }} />;
}

function bones(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
