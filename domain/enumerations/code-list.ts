/**
 * A code of a code list. Each list is a const object in the order of the specification. The order is that of
 * the list, never from a label record, because JavaScript sorts keys that look like integers.
 */
export type Code = string | number;

/**
 * Checks whether a value is one of the codes; `'1'` is not `1`, because the wire writes each list in one way
 * only.
 */
export function hasCode(list: Readonly<Record<string, Code>>, value: unknown): boolean {
  return Object.values(list).some((code) => code === value);
}

export interface CodeOption<T extends Code> {
  value: T;
  label: string;
}

/** Returns the options of a select in the order of the specification. */
export function codeOptions<T extends Code>(
  list: Readonly<Record<string, T>>,
  label: Readonly<Record<T, string>>,
): CodeOption<T>[] {
  return Object.values(list).map((value) => ({ value, label: label[value] }));
}
