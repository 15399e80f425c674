/** DOM id of a field's control, by which labels, messages and links of the summary find it. */
export function controlId(prefix: string, path: string): string {
  return `${prefix}-${path}`;
}
