/** Joins several names to one `className`; drops falsy ones (`wide && styles.wide`). */
export function joinClasses(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
