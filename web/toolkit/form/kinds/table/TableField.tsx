import { PlusOutlined, SnippetsOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useRef } from 'react';
import type { TableRow } from '#domain/forms/kinds/table/table.ts';
import { useScrollSpace } from '../../../table/use-scroll-space.ts';
import formStyles from '../../form.module.css';
import type { FieldEditorProps } from '../../kind-view.ts';
import { useRowUndo } from '../../use-row-undo.tsx';
import { shownColumns } from './shown-columns.ts';
import { TableCell } from './TableCell.tsx';
import { TableSums } from './TableSums.tsx';
import styles from './table-field.module.css';
import { usePasting } from './use-pasting.tsx';
import { useRows } from './use-rows.ts';

/**
 * Shows rows that are edited in place. The table is rendered again when rows are added or removed; an edit
 * only renders its own cell. A table that is wider than its place shows so at its right edge.
 */
export function TableField(props: FieldEditorProps<readonly TableRow[]>) {
  const { control, disabled, field, idPrefix, path, store } = props;
  const { id, 'aria-labelledby': labelledBy, 'aria-describedby': describedBy } = control;
  const undo = useRowUndo(props);
  const { table, addButton, rows, isFull, insert, remove, focusCell, onKeyDown } = useRows(
    props,
    undo.change,
  );
  const columns = shownColumns(field, store);
  const pasting = usePasting(props, { changeRows: undo.change, focusCell });
  const box = useRef<HTMLDivElement>(null);
  const { hasMoreRight } = useScrollSpace(box);

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would have its own legend besides the form's label */}
      <div
        onPaste={pasting.onPaste}
        onKeyDown={undo.onKeyDown}
        aria-describedby={describedBy}
        aria-labelledby={labelledBy}
        className={styles.box}
        data-table
        id={id}
        role="group"
      >
        {rows.length > 0 && (
          <div ref={box} className={styles.scroll} data-more-right={hasMoreRight || undefined}>
            <table ref={table} aria-labelledby={labelledBy} className={styles.table} onKeyDown={onKeyDown}>
              <thead>
                <tr>
                  <th scope="col">序号</th>
                  {columns.map((column) => (
                    <th key={column.id} scope="col">
                      {column.required && (
                        <span aria-hidden className={formStyles.required}>
                          *
                        </span>
                      )}
                      {column.title}
                    </th>
                  ))}
                  <th scope="col" className={styles.rowActionsHead}>
                    操作
                  </th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row, index) => (
                  <tr key={String(row._uid)}>
                    <td data-label="序号">{index + 1}</td>
                    {columns.map((column) => (
                      <TableCell
                        key={column.id}
                        {...{ column, store, idPrefix }}
                        row={index}
                        tableId={path}
                      />
                    ))}
                    <td className={styles.rowActions}>
                      <Button
                        aria-label={`复制第 ${index + 1} 行`}
                        disabled={disabled || isFull}
                        size="small"
                        type="link"
                        onClick={() => insert(index + 1, index)}
                      >
                        复制
                      </Button>
                      <Button
                        aria-label={`删除第 ${index + 1} 行`}
                        disabled={disabled}
                        size="small"
                        type="link"
                        onClick={() => remove(index)}
                      >
                        删除
                      </Button>
                    </td>
                  </tr>
                ))}
              </tbody>
              <TableSums field={field} hasActions store={store} path={path} />
            </table>
          </div>
        )}
        <div className={styles.buttons}>
          <Button
            ref={addButton}
            disabled={disabled || isFull}
            icon={<PlusOutlined />}
            type="dashed"
            onClick={() => insert(store.rows(path).length)}
          >
            添加一行
          </Button>
          <Button disabled={disabled} icon={<SnippetsOutlined />} onClick={pasting.open}>
            从表格粘贴
          </Button>
          {rows.length > 0 && !disabled && (
            <span className={styles.help}>Ctrl + Enter 在下方添加，Alt + ↑ / ↓ 在同列移动</span>
          )}
        </div>
        {undo.notice}
      </div>
      {pasting.dialog}
    </>
  );
}
