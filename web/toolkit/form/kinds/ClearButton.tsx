import { Button } from 'antd';
import styles from './light-kinds.module.css';

/** Empties a field whose control has no empty state of its own. */
export function ClearButton({ title, onClear }: { title: string; onClear: () => void }) {
  return (
    <Button type="link" className={styles.clear} aria-label={`清除${title}`} onClick={onClear}>
      清除
    </Button>
  );
}
