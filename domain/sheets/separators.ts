/** Separators between the entries of one cell: users of Excel write any of these. */
export const separators = /[、,，;；\n\r]+/;

/**
 * Returns the message about a name with a separator, which would be split in such a cell; `subject` is the
 * label of the name.
 */
export function problemOfSeparator(name: string, subject: string): string | undefined {
  return separators.test(name) ? `${subject}不能含有顿号、逗号和分号，表格用它们隔开多个名称` : undefined;
}
