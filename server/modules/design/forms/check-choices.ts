import type { AuthorityByField } from '#domain/forms/authority.ts';
import type { MergedForm } from '#domain/forms/merge.ts';
import { checkRemoteChoices } from '#domain/forms/remote-options.ts';
import { isSame } from '#domain/forms/same-value.ts';
import type { Problem } from '#domain/refusals/refusals.ts';
import type { Crypto } from '#server/kernel/crypto/crypto.ts';
import { offeredChoices } from './option-signatures.ts';
import type { PublishedForm } from './published-form.ts';

type Content = Record<string, unknown>;

/**
 * Checks the choices from lists of interfaces in a merged form, and removes their signatures from it; `shown` is the
 * form with the typed values that the sender was shown. A choice that was made again is no change.
 */
export function checkChoices(
  { form, content }: { form: PublishedForm; content: Content },
  merged: MergedForm,
  shown: { content: Content; typedBefore?: Content } | undefined,
  { authority, crypto, now }: { authority: AuthorityByField; crypto: Crypto; now: Date },
): readonly Problem[] {
  const { values, problems } = checkRemoteChoices(form.compiled, merged.values, {
    authority,
    known: [content, ...(shown ? [shown.content, { ...shown.content, ...shown.typedBefore }] : [])],
    isOffered: offeredChoices(crypto, form.id, now),
  });
  merged.values = values;
  merged.changed = merged.changed.filter((id) => !isSame(values[id], content[id]));
  return problems;
}
