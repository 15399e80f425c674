import type { ComponentType, ReactNode } from 'react';
import type { Sorting } from '#domain/lists/sorting.ts';
import type { Query, QueryAs } from '#web/api/query-of.ts';
import type {
  ListColumn,
  ListFilter,
  ListPageOf,
  ListQuery,
  ListTools,
  RowAction,
  SelectedOrdersPrintProps,
} from '../list-model/list-types.ts';
import type { Crumb } from '../page/Page.tsx';
import type { ListCard } from './ListCards.tsx';
import type { ListTab } from './ListTabs.tsx';

export interface ListPageProps<Row> {
  /** Name of the list in the user's stored preferences; never shown. */
  name: string;
  title: string;
  crumbs?: readonly Crumb[];
  /** Returns the query of one page of the list: `(query) => listQueryOf(workOrders.donePage, query)`. */
  source: (query: ListQuery) => Query<ListPageOf<Row>> | QueryAs<ListPageOf<Row>>;
  rowKey: (row: Row) => string;
  filters: readonly ListFilter[];
  columns: readonly ListColumn<Row>[];
  rowActions?: (row: Row) => readonly RowAction[];
  /** Page actions in the bar, such as 新建. */
  actions?: ReactNode;
  /** An introduction above the tabs and filters to everything that the list shows. */
  introduction?: ReactNode;
  /** Tabs above the list; the first one is open initially, and the open one is sent as `tab`. */
  tabs?: readonly ListTab[];
  /** The default sorting of the server: its column is marked. */
  defaultSorting?: Sorting;
  /** Returns the card of a row on a phone; without it the list stays a table that scrolls sideways. */
  card?: (row: Row) => ListCard;
  /** Tools in the line above the table. */
  tools?: (list: ListTools<Row>) => ReactNode;
  /** Tools for ticked rows, in the line below the rows, so that ticking a row moves none; not on a phone. */
  selectionTools?: (list: ListTools<Row>) => ReactNode;
  /** Returns a note on the query in force, shown between the filters and the rows. */
  note?: (query: ListQuery) => ReactNode;
  selectable?: boolean;
  /** Name under which the server exports the list; without it there is no 导出. */
  exportName?: string;
  /**
   * Component that prints something other than the list from the ticked rows; without it 打印 prints the list.
   */
  SelectedRowsPrint?: ComponentType<SelectedOrdersPrintProps<Row>>;
  /** Roles of the people who sign the printed list, below its last row. */
  signerRoles?: readonly string[];
  /** Text of a list without rows, with the next step, if there is one. */
  empty: { title: string; hint?: ReactNode; action?: ReactNode };
  /** Called when a row is hovered or focused, to prefetch its target. */
  onRowHover?: (row: Row) => void;
  /** Called when the link of a row was followed. */
  onOpen?: (row: Row) => void;
}
