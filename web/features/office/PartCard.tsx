import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { SheetImportCalls } from '#contract/sheet-imports.ts';
import { useNameSearch } from '#web/toolkit/choices/use-name-search.ts';
import { distinctName } from '#web/toolkit/codes/distinct-name.ts';
import { useShowCodes } from '#web/toolkit/codes/use-show-codes.ts';
import { DefinitionSearch } from '#web/toolkit/definitions/DefinitionSearch.tsx';
import { DefinitionTools } from '#web/toolkit/definitions/DefinitionTools.tsx';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { TableCard } from '#web/toolkit/table/TableCard.tsx';
import cells from '#web/toolkit/table/table.module.css';
import { type TableColumn, WideTable } from '#web/toolkit/table/WideTable.tsx';
import type { EditedPart, PartForm, StoredPart } from './part-forms.ts';

/** A column of the list of one kind of office part, in addition to name, code and actions. */
export interface PartColumn<Row> {
  column: TableColumn;
  text: (row: Row) => string;
  /** Returns the address that the text links to, if any. */
  url?: (row: Row) => string | undefined;
}

/** Returns the column with the number of people, which links to them in the list of accounts. */
export function peopleColumn<Row extends StoredPart & { people: number }>(
  title: string,
  filter: 'positionId' | 'groupId' | 'windowId',
): PartColumn<Row> {
  return {
    column: { title, kind: 'number', width: 92 },
    text: ({ people }) => `${people} 人`,
    url: ({ id, people }) =>
      people > 0 ? `/business/accounts?${new URLSearchParams({ [filter]: id })}` : undefined,
  };
}

/**
 * Returns the initial values of the dialog for a new part: the codes in use, and the position after the last
 * one.
 */
export function newPart(
  form: PartForm,
  rows: readonly StoredPart[],
  initialValues: EditedPart['initialValues'] = {},
): EditedPart {
  const position = Math.max(0, ...rows.map(({ sortBy }) => sortBy)) + 1;
  return { form, position, initialValues, usedCodes: rows.map(({ id }) => id) };
}

/** Lists one kind of office parts; the administrator adds them one by one or imports a spreadsheet. */
export function PartCard<Row extends StoredPart>(props: {
  form: PartForm;
  sheet: SheetImportCalls;
  query: UseQueryResult<{ rows: Row[] }>;
  /** The parts to list, if not all are listed. */
  rows?: readonly Row[];
  /** Initial values of a new part. */
  initialValues?: EditedPart['initialValues'];
  title?: string;
  tabs?: Parameters<typeof TableCard>[0]['tabs'];
  note?: ReactNode;
  /** Texts of a search field, for lists that may become long. */
  search?: { label: string; placeholder: string };
  /** Advice on the first step, shown while the list is empty. */
  hint: string;
  columns: readonly PartColumn<Row>[];
  onRequest: (editedPart: EditedPart) => void;
}) {
  const { form, sheet, query, title, tabs, note, search, hint, columns, onRequest } = props;
  const [keyword, setKeyword] = useState('');
  const allRows = query.data?.rows ?? [];
  const visibleRows = props.rows ?? allRows;
  const textsOf = (row: Row) => [row.name, ...columns.map(({ text }) => text(row))];
  const { finds, isLoading } = useNameSearch(keyword, visibleRows.flatMap(textsOf));
  const rows = visibleRows.filter(
    (row) => textsOf(row).some(finds) || row.id.toLowerCase().includes(keyword.toLowerCase()),
  );
  return (
    <TableCard
      {...(title !== undefined && { title })}
      {...(tabs && { tabs })}
      note={note}
      filters={search && visibleRows.length > 0 && <DefinitionSearch {...search} onSearch={setKeyword} />}
      tools={
        <>
          <DefinitionTools label={form.title} sheets={[{ title: form.title, calls: sheet }]} hasCodes />
          <Button type="primary" onClick={() => onRequest(newPart(form, allRows, props.initialValues))}>
            新建{form.title}
          </Button>
        </>
      }
    >
      {query.isPending && <SkeletonRows rows={4} />}
      {query.isError && <FailureState failure={query.error} onRetry={() => void query.refetch()} />}
      {visibleRows.length > 0 && rows.length === 0 && !isLoading && (
        <EmptyState compact title={`没有找到${form.title}`} />
      )}
      {query.isSuccess && visibleRows.length === 0 && (
        <EmptyState compact title={`还没有${form.title}`} hint={hint} />
      )}
      {rows.length > 0 && <PartTable {...props} rows={rows} />}
    </TableCard>
  );
}

function PartTable<Row extends StoredPart>(props: {
  form: PartForm;
  query: UseQueryResult<{ rows: Row[] }>;
  columns: readonly PartColumn<Row>[];
  rows: readonly Row[];
  onRequest: (editedPart: EditedPart) => void;
}) {
  const { form, columns, rows, onRequest } = props;
  const [showsCodes] = useShowCodes();
  const allRows = props.query.data?.rows ?? [];
  const requestPart = (row: Row, isRemoval: boolean) =>
    onRequest({ form, row, uniqueName: distinctName(row, allRows), position: row.sortBy, isRemoval });
  return (
    <WideTable
      oneLine
      label={`${form.title}列表`}
      columns={[
        '名称',
        ...columns.map(({ column }) => column),
        ...(showsCodes ? [{ title: '编码', width: 164 }] : []),
        { title: '操作', kind: 'actions', width: 108 },
      ]}
    >
      {rows.map((row) => (
        <tr key={row.id}>
          <th scope="row" className={cells.wraps}>
            {row.name}
          </th>
          {columns.map(({ column, text, url }) => {
            const address = url?.(row);
            return (
              <td key={typeof column === 'string' ? column : column.title} className={classOf(column)}>
                {address === undefined ? (
                  text(row)
                ) : (
                  <Link to={address} aria-label={`${row.name}，${text(row)}，在账号中查看`}>
                    {text(row)}
                  </Link>
                )}
              </td>
            );
          })}
          {showsCodes && <td className={cells.quiet}>{row.id}</td>}
          <td className={cells.actions}>
            <Button
              type="link"
              size="small"
              aria-label={`修改 ${row.name}`}
              onClick={() => requestPart(row, false)}
            >
              修改
            </Button>
            <Button
              type="link"
              size="small"
              aria-label={`删除 ${row.name}`}
              onClick={() => requestPart(row, true)}
            >
              删除
            </Button>
          </td>
        </tr>
      ))}
    </WideTable>
  );
}

function classOf(column: TableColumn): string | undefined {
  return typeof column === 'string' || column.kind === undefined ? undefined : cells[column.kind];
}
