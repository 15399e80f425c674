/** Pages of the combined query, whose exports are distinguished in the log (S2 §2). */
const labelByQueryPath: Readonly<Record<string, string>> = {
  '/': '自有业务',
  '/all': '自有业务',
  '/cross': '跨区域业务',
  '/seconds': '二次审批业务',
};

/**
 * Returns the label of the page that requested an export, for the log (S2 §2): the path of the combined
 * query, in this portal (`/query/cross`), in an old client (`/cross`) or as a hash route, names the kind of
 * business; undefined for other pages.
 */
export function pageLabelOfExport(pagePath: string | undefined): string | undefined {
  if (pagePath === undefined) return undefined;
  const path = pagePath.replace(/^.*#/, '').replace(/[?].*$/, '');
  const remainder = path.replace(/^\/?query(?=\/|$)/, '').replace(/\/+$/, '');
  return labelByQueryPath[remainder.startsWith('/') ? remainder : `/${remainder}`];
}
