import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  CopyOutlined,
  DeleteOutlined,
  DownOutlined,
  ExclamationCircleFilled,
  UpOutlined,
} from '@ant-design/icons';
import { Button } from 'antd';
import { memo, type ReactNode, useCallback, useSyncExternalStore } from 'react';
import type { CompiledField } from '#domain/forms/compiled-form.ts';
import { controlId } from '../../field-path.ts';
import { foldsTopic } from '../../folded-rows.ts';
import type { FormStore } from '../../form-store.ts';
import { InnerFields } from '../../InnerFields.tsx';
import styles from '../../nested-fields.module.css';
import { problemsTopic } from '../../subscriptions.ts';
import { rowTexts } from './row-texts.ts';

interface RowActions {
  count: number;
  isFull: boolean;
  onMove: (to: number) => void;
  onCopy: () => void;
  onRemove: () => void;
}

/** Shows one row of a list: a line with its first values, which folds and unfolds its fields. */
export const ArrayRow = memo(function ArrayRow(props: {
  field: CompiledField;
  store: FormStore;
  /** Path of the list. */
  path: string;
  idPrefix: string;
  index: number;
  startsFolded?: boolean;
  /** True for a row that is only read: it cannot be folded. */
  isRead?: boolean;
  actions?: RowActions | undefined;
}) {
  const { field, store, path, idPrefix, index, startsFolded = false, isRead = false, actions } = props;
  const row = `${path}[${index}]`;
  const isFolded = useTopic(store, foldsTopic, () => store.isFolded(row) ?? startsFolded);
  const hasProblems = useTopic(store, problemsTopic, () => store.problemsInside(row).length > 0);
  const [name, others] = JSON.parse(
    useTopic(store, row, () => JSON.stringify(rowTexts(store, field, row))),
  ) as [string, string];
  const id = controlId(idPrefix, row);
  const title = (
    <span className={styles.name}>
      <strong>
        {index + 1}. {name}
      </strong>{' '}
      {(isFolded || isRead) && others !== '' && <small>{others}</small>}
    </span>
  );
  return (
    <li className={styles.row} data-open={!isFolded || undefined}>
      <div className={styles.head}>
        {isRead ? (
          <div className={styles.fold}>{title}</div>
        ) : (
          <button
            type="button"
            aria-controls={`${id}-content`}
            aria-expanded={!isFolded}
            className={styles.fold}
            data-fold
            id={id}
            onClick={() => store.setFolded(row, !isFolded)}
          >
            {title}
            {hasProblems && (
              <span className={styles.wrong}>
                <ExclamationCircleFilled aria-hidden /> 有误
              </span>
            )}
            {isFolded ? <DownOutlined aria-hidden /> : <UpOutlined aria-hidden />}
          </button>
        )}
        {actions && !isFolded && <RowButtons index={index} {...actions} />}
      </div>
      {!isFolded && (
        <div className={styles.content} id={`${id}-content`}>
          <InnerFields {...{ field, store, idPrefix }} prefix={`${row}.`} />
        </div>
      )}
    </li>
  );
});

function RowButtons({ index, count, isFull, onMove, onCopy, onRemove }: RowActions & { index: number }) {
  const renderButton = (name: string, icon: ReactNode, isDisabled: boolean, onClick: () => void) => (
    <Button
      aria-label={`${name}第 ${index + 1} 项`}
      disabled={isDisabled}
      icon={icon}
      size="small"
      title={name}
      type="text"
      onClick={onClick}
    />
  );
  return (
    <>
      {renderButton('上移', <ArrowUpOutlined />, index === 0, () => onMove(index - 1))}
      {renderButton('下移', <ArrowDownOutlined />, index === count - 1, () => onMove(index + 1))}
      {renderButton('复制', <CopyOutlined />, isFull, onCopy)}
      {renderButton('删除', <DeleteOutlined />, false, onRemove)}
    </>
  );
}

/** Returns a value of the store; renders again when it has changed with a topic. */
function useTopic<Value extends string | boolean>(store: FormStore, topic: string, read: () => Value): Value {
  const subscribe = useCallback((listener: () => void) => store.subscribe(topic, listener), [store, topic]);
  return useSyncExternalStore(subscribe, read);
}
