import { useLocation } from 'react-router';
import { orderQuery, type QueriedOrder } from '#contract/order-query.ts';
import { queryColumns } from '#domain/lists/query-columns.ts';
import { queryAs, queryOf } from '#web/api/query-of.ts';
import { columnsOf } from '#web/toolkit/list/declared-columns.tsx';
import { HighlightedText } from '#web/toolkit/list/HighlightedText.tsx';
import { ListPage } from '#web/toolkit/list/ListPage.tsx';
import { type ListQuery, listQueryOf } from '#web/toolkit/list-model/list-types.ts';
import { queriedUrl } from '#web/toolkit/page/order-address.ts';
import type { Crumb } from '#web/toolkit/page/Page.tsx';
import { overdueOrderCard, queriedCells, SelectedOrdersPrint, UrgedTag } from './order-rows.tsx';
import { OverdueCounts } from './overdue/OverdueCounts.tsx';
import { UrgeManyButton } from './overdue/UrgeManyButton.tsx';
import { type UrgeDialogOfList, type UrgeManyDialogOfList, useUrging } from './overdue/use-urging.tsx';
import type { OrderQueryScope } from './query-filters.ts';
import { useQueryFilters } from './query-filters.ts';
import { SearchedRange } from './SearchedRange.tsx';

/** A row with the search terms by which it was found. */
type FoundRow = QueriedOrder & { keywords: readonly string[] };

const columns = columnsOf<FoundRow, typeof queryColumns>(queryColumns, {
  ...queriedCells,
  code: { link: urlOf },
  title: {
    render: (row) => (
      <>
        <UrgedTag row={row} /> {highlightedTitle(row)}
      </>
    ),
    hint: ({ title }) => title,
  },
});

function highlightedTitle({ title, keywords }: FoundRow) {
  return <HighlightedText text={title} words={keywords} />;
}

function urlOf({ code }: FoundRow): string {
  return queriedUrl(code);
}

const empty: Record<OrderQueryScope, { title: string; hint: string }> = {
  own: {
    title: '暂无办件',
    hint: '您发起、经办、收到抄送的办件，以及按权限可以查看的本单位办件，都能在这里查到。',
  },
  cross: { title: '暂无办件', hint: '本单位所在区划及以下各机构受理的办件会显示在这里。' },
  seconds: { title: '暂无办件', hint: '需要二次审批的办件会显示在这里。' },
};

/**
 * Shows the combined query, in which a reader who may urge can also urge overdue orders: the three lists search
 * different orders with the same filters.
 */
export function QueryList(props: {
  scope: OrderQueryScope;
  title: string;
  UrgeDialog: UrgeDialogOfList;
  UrgeManyDialog: UrgeManyDialogOfList;
}) {
  const { scope, title, UrgeDialog, UrgeManyDialog } = props;
  const filters = useQueryFilters();
  const pageQuery = (query: ListQuery) =>
    listQueryOf(orderQuery.page, { ...query, filters: { ...query.filters, scope } });
  // A figure of the dashboard links here; its breadcrumb leads back.
  const previousCrumb = (useLocation().state as { crumb?: Crumb } | null)?.crumb;
  const { actionsOf, dialog, mayUrge } = useUrging(orderQuery.page, UrgeDialog);
  return (
    <>
      <ListPage<FoundRow>
        name={`query-${scope}`}
        exportName={`query-${scope}`}
        SelectedRowsPrint={SelectedOrdersPrint}
        selectable
        title={title}
        {...(previousCrumb && { crumbs: [previousCrumb] })}
        source={(query) => {
          const keywords = String(query.filters.titleWords ?? '')
            .split(/\s+/)
            .filter(Boolean);
          return queryAs(pageQuery(query), ({ rows, total }) => ({
            rows: rows.map((row) => ({ ...row, keywords })),
            total,
          }));
        }}
        rowKey={({ id }) => id}
        filters={filters}
        columns={columns}
        rowActions={actionsOf}
        {...(mayUrge && {
          selectionTools: (list) => (
            <UrgeManyButton {...list} list={orderQuery.page} Dialog={UrgeManyDialog} />
          ),
        })}
        card={(row) => ({
          ...overdueOrderCard(row, urlOf(row), actionsOf(row)),
          title: (
            <>
              <UrgedTag row={row} /> {highlightedTitle(row)}
            </>
          ),
        })}
        note={({ filters: conditions, ...query }) => (
          <>
            <SearchedRange query={pageQuery({ filters: conditions, ...query })} />
            <OverdueCounts
              filters={conditions}
              countsQuery={queryOf(orderQuery.lateCounts, { query: { ...conditions, scope } })}
            />
          </>
        )}
        defaultSorting={{ sort: 'startedAt', order: 'desc' }}
        empty={empty[scope]}
      />
      {dialog}
    </>
  );
}
