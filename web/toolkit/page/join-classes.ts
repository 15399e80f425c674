/** One `className` of several names; what is not wanted now (`wide && styles.wide`) falls away. */
export function joinClasses(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
