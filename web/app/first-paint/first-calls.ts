import { readDetailParameters } from '#web/features/work-orders/detail/detail-parameters.ts';
import { readListPreferences } from '#web/toolkit/list/list-preferences.ts';
import { pageSizeThatFits } from '#web/toolkit/list/page-size-that-fits.ts';

/** Facts that decide the first calls of a page: its address, the person who last signed in, and the window. */
export interface OpenedPage {
  pathname: string;
  search: string;
  personId: string;
  width: number;
  height: number;
}

/** Calls of the frame around every screen: the person and the menu. */
const callsOfFrame = ['/sys/whoim', '/workportal/api/sys/staffs/getUserMenus'];
/** The number of tasks in the menu, which people without tasks may not read. */
const todoCountsPath = '/api/work-orders/todo-counts';

const detailPath = /^\/affair\/detail\/([^/]+)$/;

/**
 * Returns the addresses of the calls that a page begins with. The application uses an answer only if its own call
 * has the same address, so that a wrong one here costs a call, but shows nothing wrong.
 */
export function firstCallsOf(page: OpenedPage): string[] {
  return [...callsOfFrame, ...callsOfScreen(page)];
}

function callsOfScreen({ pathname, search, personId, width, height }: OpenedPage): string[] {
  const code = detailPath.exec(pathname)?.[1];
  if (code !== undefined) {
    const query = new URLSearchParams(search);
    const { traceId } = readDetailParameters(query);
    const requested = query.get('workorderCode') ?? decodeURIComponent(code);
    const parameters = traceId === undefined ? '' : `?traceId=${traceId}`;
    return [`/api/work-orders/${encodeURIComponent(requested)}/page${parameters}`];
  }
  if (pathname !== '/todo') return [];
  const { size, opensWithView } = readListPreferences('todo', personId);
  // An address with filters, or a list that opens with a view, has other rows.
  if (search !== '' || opensWithView) return [todoCountsPath];
  return [
    todoCountsPath,
    `/workorder/workorder/todoPage?page=1&size=${size ?? pageSizeThatFits(height, width)}&tab=all`,
  ];
}
