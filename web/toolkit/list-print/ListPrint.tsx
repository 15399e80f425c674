import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { exportTasks } from '#contract/exports.ts';
import { listLimits } from '#domain/lists/limits.ts';
import { totalText } from '#domain/lists/total-text.ts';
import { queryOf } from '#web/api/query-of.ts';
import { AppModal } from '../dialog/AppModal.tsx';
import { FailureState } from '../feedback/FailureState.tsx';
import type { ListColumn, ListQuery, SelectedOrdersPrintProps } from '../list-model/list-types.ts';
import { usePrinting } from '../page/use-printing.ts';
import { PrintedList } from './PrintedList.tsx';
import { type ListSource, useAllRows } from './use-all-rows.ts';

export interface ListPrintProps<Row> {
  /** Name of the list on the server, which returns the description of the filters. */
  list: string;
  title: string;
  source: ListSource<Row>;
  query: ListQuery;
  total: number;
  rowKey: (row: Row) => string;
  /** The shown columns. */
  columns: readonly ListColumn<Row>[];
  /** The ticked rows: only these are printed. */
  chosen: readonly Row[];
  /** Component that prints something other than the list from the ticked rows. */
  SelectedRowsPrint?: ComponentType<SelectedOrdersPrintProps<Row>>;
  /** Roles of the people who sign the printed list, below its last row. */
  signerRoles?: readonly string[];
  onClose: () => void;
}

/** Time after which the preparation of a print shows its progress. */
const progressDelayMilliseconds = 1000;
const maxRows = listLimits.maxPrintedRows;

/**
 * Shows 打印: prints the ticked rows with the component of their capability (`SelectedRowsPrint`), or else the list
 * itself.
 */
export function ListPrint<Row>(props: ListPrintProps<Row>) {
  const { SelectedRowsPrint, chosen, onClose } = props;
  const [isListChosen, setIsListChosen] = useState(SelectedRowsPrint === undefined || chosen.length === 0);
  if (isListChosen || SelectedRowsPrint === undefined) return <PrintOfList {...props} />;
  return <SelectedRowsPrint rows={chosen} onPrintList={() => setIsListChosen(true)} onClose={onClose} />;
}

/**
 * Prints a list: as filtered and sorted, with the visible columns and masks, all pages up to 1,000 rows; for
 * more, the user confirms first (docs/decisions/0142).
 */
function PrintOfList<Row>(props: ListPrintProps<Row>) {
  const { title, query, total, chosen, onClose } = props;
  const hasSelection = chosen.length > 0;
  const [isConfirmed, setIsConfirmed] = useState(hasSelection || total <= maxRows);
  const [isLate, setIsLate] = useState(false);
  const gatheredRows = useAllRows({ ...props, maxRows, requested: isConfirmed && !hasSelection });
  const { filters, sort, order } = query;
  const request = { ...filters, ...(sort && { sort }), ...(order && { order }) };
  const description = useQuery({
    ...queryOf(exportTasks.check, { body: { list: props.list, query: request } }),
    gcTime: 0,
    enabled: !hasSelection,
  });
  const { printing, print } = usePrinting();
  const isReady = hasSelection || (gatheredRows.isComplete && !description.isPending);
  const failure = gatheredRows.failure ?? description.error;

  useEffect(() => {
    if (!isConfirmed) return;
    const timer = setTimeout(() => setIsLate(true), progressDelayMilliseconds);
    return () => clearTimeout(timer);
  }, [isConfirmed]);
  const latest = useRef({ print, onClose });
  latest.current = { print, onClose };
  const hasBegun = useRef(false);
  if (printing) hasBegun.current = true;
  useEffect(() => {
    if (!isReady || failure) return;
    const close = () => latest.current.onClose();
    window.addEventListener('afterprint', close);
    // Printing renders the sheet synchronously, which is not allowed while an effect runs.
    const timer = setTimeout(() => {
      latest.current.print();
      // A browser that cannot print fires no end event either.
      if (!hasBegun.current) close();
    });
    return () => {
      clearTimeout(timer);
      window.removeEventListener('afterprint', close);
    };
  }, [isReady, failure]);

  const rows = hasSelection ? chosen : gatheredRows.rows;
  if (isReady && !failure) {
    const filterText = hasSelection ? `勾选 ${chosen.length} 条` : (description.data?.filters ?? '');
    return (
      printing && (
        <PrintedList {...props} rows={rows} total={hasSelection ? rows.length : total} filters={filterText} />
      )
    );
  }
  const expected = Math.min(total, maxRows);
  if (isConfirmed && !isLate && !failure) return null;
  return (
    <AppModal
      open
      width={440}
      title={`打印${title}`}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          {!isConfirmed && (
            <Button type="primary" onClick={() => setIsConfirmed(true)}>
              打印前 {maxRows} 条
            </Button>
          )}
        </>
      }
    >
      {failure ? (
        <FailureState compact failure={failure} />
      ) : isConfirmed ? (
        <p role="status">
          正在准备打印：已读取 {rows.length} / {expected} 条
        </p>
      ) : (
        <p>
          共 {totalText(total)} 条，一次最多打印 {maxRows}{' '}
          条。需要其余的，请缩小查询范围后再打印，或使用“导出”。
        </p>
      )}
    </AppModal>
  );
}
