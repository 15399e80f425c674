/** Returns the address of an order's detail page. */
export function detailUrl(
  code: string,
  parameters: {
    traceId?: string;
    flowNodeId?: string;
    isDone?: boolean;
    isInitiated?: boolean;
    focus?: 'opinion';
  } = {},
): string {
  const query = new URLSearchParams();
  if (parameters.traceId !== undefined) query.set('traceId', parameters.traceId);
  if (parameters.flowNodeId !== undefined) query.set('flowNodeId', parameters.flowNodeId);
  if (parameters.isDone) query.set('isDone', '1');
  if (parameters.isInitiated) query.set('isInitiated', '1');
  if (parameters.focus !== undefined) query.set('focus', parameters.focus);
  const text = query.toString();
  return `/affair/detail/${code}${text === '' ? '' : `?${text}`}`;
}

/** Returns the address of an order found by a query: read-only. */
export function queriedUrl(code: string): string {
  return `/query/view/${code}`;
}
