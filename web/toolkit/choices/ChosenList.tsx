import { CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import styles from './chosen-list.module.css';

/** Shows the current choice, each entry removable. */
export function ChosenList(props: {
  title: ReactNode;
  items: readonly { key: string; name: string; hint?: string }[];
  onRemove: (key: string) => void;
  onClear: () => void;
}) {
  return (
    <div className={styles.chosen}>
      <div className={styles.chosenHead}>
        <span role="status">{props.title}</span>
        {props.items.length > 0 && (
          <Button type="link" size="small" onClick={props.onClear}>
            清空
          </Button>
        )}
      </div>
      <ul>
        {props.items.map((item) => (
          <li key={item.key}>
            <span className={styles.chosenName}>
              {item.name}
              {item.hint && <small>{item.hint}</small>}
            </span>
            <button
              type="button"
              className={styles.chosenRemove}
              aria-label={`移除${item.name}`}
              onClick={() => props.onRemove(item.key)}
            >
              <CloseOutlined aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
