import { canonicalJson } from '#server/kernel/http/canonical-json.ts';
import { isKeyed, isTime, type Signer, sm3 } from './chain.ts';
import type { Anchor } from './queries.ts';

/** Hash that stands in place of a previous one in the first anchor. */
export const firstAnchorHash = sm3('banjian audit anchors');

/** Everything the row says, the previous hash included. */
export function anchorText(anchor: Omit<Anchor, 'hash'>): string {
  return canonicalJson([anchor.seq, anchor.at.toISOString(), anchor.horizon, anchor.heads, anchor.prevHash]);
}

/** Checks whether the hash of an anchor fits what it says: signed, or by the rule of before the key. */
export function isAnchorWhole(anchor: Anchor, signer: Signer): boolean {
  // A forged row may say anything: a time that no Date can say, heads that are no list.
  if (!isTime(anchor.at) || !Array.isArray(anchor.heads)) return false;
  const text = anchorText(anchor);
  return anchor.hash === (isKeyed(anchor.hash) ? signer.signTrail(text) : sm3(text));
}

/** Checks that the portal wrote the anchor with its key; without the key it cannot be written. */
export function isAnchorSigned(anchor: Anchor, signer: Signer): boolean {
  return isKeyed(anchor.hash) && isAnchorWhole(anchor, signer);
}
