import { Button } from 'antd';
import styles from './query-line.module.css';

/** Shows under a field what its interface is doing, and offers another attempt after a failure (S2 §8). */
export function QueryLine({
  text = '',
  fault,
  title,
  onRetry,
}: {
  text?: string | undefined;
  fault?: string | undefined;
  /** Title of the field, which names the button. */
  title: string;
  onRetry: () => void;
}) {
  return (
    <div className={styles.line} role="status" data-fault={fault !== undefined || undefined}>
      {fault ?? text}
      {fault !== undefined && (
        <Button type="link" size="small" aria-label={`重试${title}的查询`} onClick={onRetry}>
          重试
        </Button>
      )}
    </div>
  );
}

/** Returns the text for parameters that are not filled in yet; empty if none is missing. */
export function missingText(missing: readonly string[]): string {
  return missing.length === 0 ? '' : `请先填写${missing.map((title) => `“${title}”`).join('、')}`;
}
