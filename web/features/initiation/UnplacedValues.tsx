import { Alert, Button } from 'antd';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import { copyText } from '#web/toolkit/page/copy-text.ts';
import styles from './initiation.module.css';
import type { Draft } from './use-initiation.ts';

/** Characters of a value on the page; 复制 copies all. */
const shownCharacters = 300;

/**
 * Shows the values of a draft for which the item has no field any more, as long as the page is open: the next save
 * stores the draft without them.
 */
export function UnplacedValues({ values }: { values: Draft['unplaced'] }) {
  const feedback = useFeedback();
  if (values.length === 0) return null;
  const lines = values.map(({ title, text }) => `${title}：${text || '（加密内容，不显示）'}`);
  const copy = async () => {
    if (await copyText(lines.join('\n'))) feedback.success('已复制');
    else feedback.warn('未能复制，请选中内容后手动复制');
  };
  return (
    <Alert
      type="warning"
      showIcon
      title="事项已更新，以下内容没有对应的填写项"
      description={
        <>
          <p className={styles.unplacedHint}>
            其余内容已填入表单。以下内容只在本页显示，离开后不再保留，需要的请先复制。
          </p>
          <ul className={styles.unplaced}>
            {lines.map((line) => (
              <li key={line}>
                {line.length > shownCharacters ? `${line.slice(0, shownCharacters)}…` : line}
              </li>
            ))}
          </ul>
        </>
      }
      action={
        <Button size="small" onClick={() => void copy()}>
          复制
        </Button>
      }
    />
  );
}
