import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { localDateOf } from '#domain/calendar/local-date.ts';
import type { TableRow } from '#domain/forms/kinds/table/table.ts';
import { formLimits } from '#domain/forms/limits.ts';
import { moveItem } from '#domain/lists/move-item.ts';
import { controlId } from '../../field-path.ts';
import styles from '../../form.module.css';
import type { FieldEditorProps, FieldTextProps } from '../../kind-view.ts';
import nestedStyles from '../../nested-fields.module.css';
import { copyRow, emptyRow } from '../../table-rows.ts';
import { focusControl } from '../../use-form.ts';
import { removedTexts, useRowUndo } from '../../use-row-undo.tsx';
import { ArrayRow } from './ArrayRow.tsx';

/** Number of rows from which those that were there before are folded at first. */
const minFoldedRows = 4;

/** Shows the rows of a list as cards, one below the other; a folded row is one line with its first values. */
export function ArrayField({
  control,
  disabled,
  field,
  store,
  path,
  idPrefix,
}: FieldEditorProps<readonly TableRow[]>) {
  const { id, 'aria-labelledby': labelledBy, 'aria-label': label, 'aria-describedby': describedBy } = control;
  const rows = store.rows(path);
  const [startsFolded] = useState(rows.length >= minFoldedRows);
  const isFull = rows.length >= (field.props.maxRows ?? formLimits.rows);

  const focusRow = (index: number) =>
    // The row is rendered after the store has notified React.
    requestAnimationFrame(() => focusControl(controlId(idPrefix, `${path}[${index}]`)));
  const insert = (index: number, row: TableRow) => {
    if (store.rows(path).length >= (field.props.maxRows ?? formLimits.rows)) return;
    store.changeRows(path, store.rows(path).toSpliced(index, 0, row));
    store.setFolded(`${path}[${index}]`, false);
    requestAnimationFrame(() => {
      const first = field.columns.find((column) => store.view(`${path}[${index}].${column.id}`).editable);
      focusControl(controlId(idPrefix, first ? `${path}[${index}].${first.id}` : `${path}[${index}]`));
    });
  };
  const undo = useRowUndo({ path, store });
  const remove = (index: number) => {
    undo.change(store.rows(path).toSpliced(index, 1), removedTexts(index, '项'));
    const count = store.rows(path).length;
    if (count > 0) focusRow(Math.min(index, count - 1));
    else requestAnimationFrame(() => focusControl(id));
  };
  const move = (index: number, to: number) => {
    store.changeRows(path, moveItem(store.rows(path), index, to));
    focusRow(to);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would have its own legend besides the form's label
    <div
      onKeyDown={undo.onKeyDown}
      aria-describedby={describedBy}
      aria-label={label}
      aria-labelledby={labelledBy}
      data-table
      id={id}
      role="group"
    >
      {rows.length > 0 && (
        <ol className={nestedStyles.rows}>
          {rows.map((row, index) => (
            <ArrayRow
              key={String(row._uid)}
              {...{ field, store, path, idPrefix, index }}
              startsFolded={startsFolded && row._isNew !== true}
              actions={
                disabled
                  ? undefined
                  : {
                      count: rows.length,
                      isFull,
                      onMove: (to) => move(index, to),
                      onCopy: () =>
                        insert(
                          index + 1,
                          copyRow(
                            field,
                            { path, index },
                            store.rows(path),
                            (place) => store.view(place).masked,
                          ),
                        ),
                      onRemove: () => remove(index),
                    }
              }
            />
          ))}
        </ol>
      )}
      <div className={nestedStyles.foot}>
        <Button
          disabled={disabled || isFull}
          icon={<PlusOutlined aria-hidden />}
          type="dashed"
          onClick={() => {
            const current = store.rows(path);
            insert(current.length, emptyRow(field, current, localDateOf(store.now())));
          }}
        >
          添加一项
        </Button>
        {rows.length > 0 && <span className={nestedStyles.count}>共 {rows.length} 项</span>}
      </div>
      {undo.notice}
    </div>
  );
}

/** Shows the rows of a list as text. */
export function ArrayText({ field, store, path, idPrefix }: FieldTextProps<readonly TableRow[]>) {
  const rows = store.rows(path);
  if (rows.length === 0) return <span className={styles.blank}>—</span>;
  return (
    <ol aria-label={field.title} className={nestedStyles.rows}>
      {rows.map((row, index) => (
        <ArrayRow key={String(row._uid)} {...{ field, store, path, idPrefix, index }} isRead />
      ))}
    </ol>
  );
}
