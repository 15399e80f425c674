/**
 * Checks whether a parent's id means "no parent": clients request trees from their root by 0 or null (S0 §3,
 * §7).
 */
export function isTreeRoot(parent: string): boolean {
  return parent === '0' || parent === 'null';
}
