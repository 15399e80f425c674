import { Card } from '#web/toolkit/page/Card.tsx';
import styles from './detail.module.css';

/** The detail page before its answer has come, in the page's own shape: title, stages, rows, trace. */
export function DetailSkeleton() {
  return (
    <div role="status" aria-label="正在加载">
      <Card>
        <Bone width="42%" height={28} />
        <Bone width="58%" />
        <div className={styles.boneRow}>
          {bones(6).map((index) => (
            <Bone key={index} width="100%" height={58} />
          ))}
        </div>
      </Card>
      <div className={styles.detail}>
        <Card>
          <Bone width="36%" height={24} />
          {bones(9).map((index) => (
            <div key={index} className={styles.boneRow}>
              <Bone width="80%" />
              <Bone width="60%" />
              <Bone width="70%" />
            </div>
          ))}
        </Card>
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
