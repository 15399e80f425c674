import { canonicalJson } from '#server/kernel/http/canonical-json.ts';
import { isKeyed, isTime, type Signer, sm3 } from './chain.ts';
import type { Anchor } from './queries.ts';

/** Hash that replaces the previous one in the first anchor. */
export const firstAnchorHash = sm3('banjian audit anchors');

/** Returns all data of the row as text, including the previous hash. */
export function anchorText(anchor: Omit<Anchor, 'hash'>): string {
  return canonicalJson([anchor.seq, anchor.at.toISOString(), anchor.horizon, anchor.heads, anchor.prevHash]);
}

/** Checks whether the hash of an anchor fits its data: signed, or by the earlier rule without a key. */
export function isAnchorValid(anchor: Anchor, signer: Signer): boolean {
  // A forged row may contain anything: a time beyond every Date, or heads that are no list.
  if (!isTime(anchor.at) || !Array.isArray(anchor.heads)) return false;
  const text = anchorText(anchor);
  return anchor.hash === (isKeyed(anchor.hash) ? signer.signAuditLog(text) : sm3(text));
}

/** Checks that the portal wrote the anchor with its key, without which it cannot be forged. */
export function isAnchorSigned(anchor: Anchor, signer: Signer): boolean {
  return isKeyed(anchor.hash) && isAnchorValid(anchor, signer);
}
