import { memo } from 'react';
import type { CompiledField } from '#domain/forms/compiled-form.ts';
import { compositionEvents, FieldControl } from '../../FieldControl.tsx';
import { FieldProblems } from '../../FieldProblems.tsx';
import { cellPath, controlId } from '../../field-path.ts';
import styles from '../../form.module.css';
import type { FormStore } from '../../form-store.ts';
import { useFieldView } from '../../use-form.ts';

interface TableCellProps {
  column: CompiledField;
  store: FormStore;
  tableId: string;
  row: number;
  idPrefix: string;
}

/** Shows one cell; it subscribes to its own path, so that typing in a table of many rows renders one cell. */
export const TableCell = memo(function TableCell({ column, store, tableId, row, idPrefix }: TableCellProps) {
  const path = cellPath(tableId, row, column.id);
  const view = useFieldView(store, path);
  const id = controlId(idPrefix, path);
  return (
    <td
      data-column={column.id}
      data-label={column.title}
      data-required={((view.editable || view.disabled) && column.required) || undefined}
      {...compositionEvents(column, store, path)}
    >
      {view.visible ? (
        <FieldControl
          {...{ store, path, idPrefix, view }}
          describedBy={view.problems.length > 0 ? `${id}-problems` : undefined}
          field={column}
          label={`${column.title}，第 ${row + 1} 行${view.computed === null ? '' : `，${column.computed?.rule === 'always' ? '自动计算' : '自动填入'}`}`}
        />
      ) : (
        <span className={styles.blank}>—</span>
      )}
      <FieldProblems id={`${id}-problems`} problems={view.problems} />
    </td>
  );
});
