/** Signs between the entries of a cell that holds several: users of Excel write any of these. */
export const separators = /[、,，;；\n\r]+/;

/**
 * Returns the message on a name with a separator, which would fall apart in such a cell; `subject` is the name's title.
 */
export function problemOfSeparator(name: string, subject: string): string | undefined {
  return separators.test(name) ? `${subject}不能含有顿号、逗号和分号，表格用它们隔开多个名称` : undefined;
}
