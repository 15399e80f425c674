import { Suspense } from 'react';
import type { ListColumn, ListQuery } from '../list-model/list-types.ts';
import type { ListToolName } from './ListTools.tsx';
import { ExportDialog, ListPrint } from './lazy-parts.ts';
import type { ListPageProps } from './list-page-props.ts';
import type { ListPreferencesOf } from './use-list-preferences.ts';

/** Shows the dialog of a list's tool: 导出 or 打印, of a list that the server exports. */
export function ActiveTool<Row>(
  props: ListPageProps<Row> & {
    activeTool: ListToolName | undefined;
    query: ListQuery;
    total: number;
    /** The columns in the order of 列设置, with their visibility. */
    allColumns: ListPreferencesOf<Row>['columnSettings']['columns'];
    visibleColumns: readonly ListColumn<Row>[];
    chosen: ReadonlyMap<string, Row>;
    onClose: () => void;
  },
) {
  const { activeTool, exportName, title, query, chosen, onClose } = props;
  if (exportName === undefined || activeTool === undefined) return null;
  return (
    <Suspense>
      {activeTool === '导出' ? (
        <ExportDialog
          list={exportName}
          title={title}
          query={query}
          ids={[...chosen.keys()]}
          columns={props.allColumns}
          onClose={onClose}
        />
      ) : (
        <ListPrint
          {...props}
          list={exportName}
          columns={props.visibleColumns}
          chosen={[...chosen.values()]}
        />
      )}
    </Suspense>
  );
}
