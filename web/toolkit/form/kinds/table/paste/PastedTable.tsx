import { DeleteOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { memo } from 'react';
import type { PastePlan, PlannedCell, PlannedRow } from '#domain/forms/pasting/paste-plan.ts';
import { ScrollRegion } from '../../../../table/ScrollRegion.tsx';
import { pasteIds } from './PasteFindings.tsx';
import styles from './paste-rows.module.css';

/** Number of wrong cells that get a box at the same time; the others follow when these are corrected. */
const maxBoxes = 200;

interface PastedTableProps {
  plan: PastePlan;
  label: string;
  prefix: string;
  /** The cells as they were in the clipboard. */
  original: readonly (readonly string[])[];
  onCell: (row: number, index: number, text: string) => void;
  onRemove: (row: number) => void;
}

/** Shows the rows of a paste; wrong cells, and those that were corrected here, are boxes to type in. */
export const PastedTable = memo(function PastedTable(props: PastedTableProps) {
  const { plan, label, prefix, original, onCell, onRemove } = props;
  let boxes = 0;
  const renderCell = (row: PlannedRow, cell: PlannedCell) => {
    const { column, index, text, problem } = cell;
    const isCorrected = text !== (original[row.number - 1]?.[index] ?? '');
    if (problem === undefined && !isCorrected) return text;
    boxes += 1;
    if (boxes > maxBoxes && !isCorrected) return <span className={styles.wrongText}>{text}</span>;
    return (
      <Input
        id={pasteIds.cell(prefix, row.number, index)}
        aria-label={`第 ${row.number} 行 ${column.title}`}
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={problem === undefined ? undefined : pasteIds.problem(prefix, row.number, index)}
        status={problem === undefined ? '' : 'error'}
        value={text}
        onChange={({ target }) => onCell(row.number - 1, index, target.value)}
      />
    );
  };
  return (
    <ScrollRegion className={styles.region} label={label}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">行</th>
            {plan.columns.map(({ column, index }) => (
              <th key={column.id} scope="col">
                {column.title} <small>← 第 {index + 1} 列</small>
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">操作</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {plan.rows.map(
            (row) =>
              row.state !== 'blank' && (
                <tr key={row.number} data-state={row.state}>
                  <th scope="row">{row.number}</th>
                  {row.cells.map((cell) => (
                    <td key={cell.column.id}>{renderCell(row, cell)}</td>
                  ))}
                  <td>
                    {row.state === 'double' ? (
                      <span className={styles.double}>重复</span>
                    ) : (
                      <Button
                        aria-label={`不粘贴第 ${row.number} 行`}
                        icon={<DeleteOutlined />}
                        size="small"
                        type="text"
                        onClick={() => onRemove(row.number - 1)}
                      />
                    )}
                  </td>
                </tr>
              ),
          )}
        </tbody>
      </table>
    </ScrollRegion>
  );
});
