/** What stands between the entries of a cell that holds several: people of Excel write any of these. */
export const separators = /[、,，;；\n\r]+/;

/** What is said of a name that sheets give in such a cell and that would fall apart there; `subject` is its title. */
export function faultOfSeparator(name: string, subject: string): string | undefined {
  return separators.test(name) ? `${subject}不能含有顿号、逗号和分号，表格用它们隔开多个名称` : undefined;
}
