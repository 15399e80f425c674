import type { WorkOrderForm } from '#contract/work-order-form.ts';
import { FormType } from '#domain/enumerations/form-type.ts';
import { type AuthorityByField, applyAuthority } from '#domain/forms/authority.ts';
import { initialValues } from '#domain/forms/compiled-form.ts';
import { maskForm } from '#domain/forms/mask.ts';
import type { Crypto } from '#server/context/crypto.ts';
import type { OpenedForm } from './forms-of-order.ts';
import { openContent } from './sealing.ts';

/**
 * A form as this reader may see it: hidden values are gone, secret ones masked unless they are revealed, which the caller
 * audits.
 */
export function presentForm(
  { form, content }: OpenedForm,
  authority: AuthorityByField,
  mayReveal = false,
): WorkOrderForm {
  const shown = maskForm(form.compiled, content, { authority, mayReveal });
  return {
    id: form.id,
    formCode: form.code,
    formName: form.name,
    formType: form.compiled.frame ? FormType.thirdParty : FormType.own,
    formVersionCode: form.version,
    formStructure: form.model,
    content: shown.values,
    initContent: initialValues(form.compiled),
    configJson: { allowEdit: [...form.compiled.allowEdit] },
    metaData: {},
    masked: shown.masked,
    authority: applyAuthority(form.compiled, authority),
  };
}

/**
 * A form with what this very person typed in it (`sealed`). A secret that the person typed stands in the clear: its mask
 * would come back with the submission and stand for what the order holds, not for this.
 */
export function presentTyped(
  opened: OpenedForm,
  sealed: Record<string, unknown>,
  authority: AuthorityByField,
  crypto: Crypto,
): WorkOrderForm {
  const shown = presentForm(opened, authority);
  const typed = openContent(opened.form.compiled, sealed, crypto);
  const own = shown.masked.filter((path) => typeof typed[path] === 'string');
  const clear = Object.fromEntries(own.map((field) => [field, typed[field]]));
  return {
    ...shown,
    content: { ...shown.content, ...clear },
    masked: shown.masked.filter((path) => !own.includes(path)),
  };
}
