import { type ListToolName, ListTools } from './ListTools.tsx';
import type { ListPageProps } from './list-page-props.ts';
import type { ListPreferencesOf } from './use-list-preferences.ts';
import type { ListRows } from './use-list-rows.ts';
import type { Selection } from './use-selection.ts';

/** Returns the state of a list for the tools of its screen. */
function stateOf<Row>({ query, rows, total }: ListRows<Row>, { selected, choose }: Selection<Row>) {
  return { selected: [...selected.values()], query, rows, total, choose };
}

/** Shows the tools of the screen for ticked rows. */
export function SelectionToolsSlot<Row>(props: {
  page: ListPageProps<Row>;
  list: ListRows<Row>;
  selection: Selection<Row>;
}) {
  return props.page.selectionTools?.(stateOf(props.list, props.selection));
}

/** Shows the tools of a list in its current state, with those of its screen. */
export function ToolsSlot<Row>(props: {
  page: ListPageProps<Row>;
  list: ListRows<Row>;
  preferences: ListPreferencesOf<Row>;
  selection: Selection<Row>;
  isPhone: boolean;
  onTool: (name: ListToolName) => void;
}) {
  const { page, list, preferences, selection, isPhone, onTool } = props;
  const { searchProblems, answer, rows, total } = list;
  const toolNames: readonly ListToolName[] = isPhone ? ['导出'] : ['导出', '打印'];
  return (
    <ListTools
      updatedAt={page.tabs !== undefined && answer.dataUpdatedAt > 0 ? answer.dataUpdatedAt : undefined}
      hasChosen={page.selectable === true && selection.selected.size > 0}
      toolNames={page.exportName === undefined ? [] : toolNames}
      isEmpty={rows.length === 0}
      hasNoResults={answer.isSuccess && searchProblems.length === 0 && total === 0}
      onTool={(name) =>
        searchProblems.length > 0 ? list.refuse(searchProblems, `${name}失败`) : onTool(name)
      }
      isRenewing={answer.isFetching && !answer.isPending}
      onRenew={() => void answer.refetch()}
      columnSettings={isPhone ? undefined : preferences.columnSettings}
    >
      {/* Cards have no checkbox, so tools for ticked rows are not shown. */}
      {!(isPhone && page.selectable) && page.tools?.(stateOf(list, selection))}
    </ListTools>
  );
}
