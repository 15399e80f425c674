const fillingCodes: ReadonlySet<string> = new Set(['1', '9', '12', '14']);

/**
 * Whether an action, by its code (S1 §4), fills in the forms of its node: handle, forward, choose branch and resubmit do;
 * return, terminate and void keep what was typed
 * beside the forms. See docs/decisions/0059.
 */
export function fillsForms(actionCode: string): boolean {
  return fillingCodes.has(actionCode);
}
