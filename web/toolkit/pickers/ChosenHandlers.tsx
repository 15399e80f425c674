import { CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import styles from './chosen-handlers.module.css';
import { type HandlerCandidate, handlerKindLabel, handlerKinds, kindOfKey } from './handler-sources.ts';

/** Shows the current choice by kind, each entry removable; it stays while the tabs change. */
export function ChosenHandlers(props: {
  chosen: readonly HandlerCandidate[];
  single: boolean;
  onRemove: (key: string) => void;
  onClear: () => void;
}) {
  const { chosen, single } = props;
  const kinds = handlerKinds.flatMap((kind) => {
    const items = chosen.filter((candidate) => (candidate.kind ?? kindOfKey(candidate.key)) === kind);
    return items.length === 0 ? [] : [{ kind, items }];
  });
  return (
    <section className={styles.right} aria-label="已选">
      <div className={styles.chosenHead}>
        <b role="status">已选 {chosen.length} 项</b>
        {chosen.length > 0 && (
          <Button type="link" size="small" onClick={props.onClear}>
            清空
          </Button>
        )}
      </div>
      <div className={styles.chosenList}>
        {kinds.map(({ kind, items }) => (
          <div key={kind}>
            <p className={styles.chosenKind}>{handlerKindLabel[kind]}</p>
            <ul>
              {items.map((item) => (
                <li key={item.key}>
                  <span className={styles.chosenName}>
                    {item.name}
                    {item.hint && <small>{item.hint}</small>}
                  </span>
                  <button
                    type="button"
                    className={styles.remove}
                    aria-label={`移除${item.name}`}
                    onClick={() => props.onRemove(item.key)}
                  >
                    <CloseOutlined aria-hidden="true" />
                  </button>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <p className={styles.hint}>
        {single ? '只能选择一项，再选会替换已选的。' : '切换页签后已选项仍保留。'}
      </p>
    </section>
  );
}
