import type { WorkOrderForm } from '#contract/work-order-form.ts';
import { FormType } from '#domain/enumerations/form-type.ts';
import { type AuthorityByField, applyAuthority } from '#domain/forms/authority.ts';
import { initialValues } from '#domain/forms/compiled-form.ts';
import { maskForm } from '#domain/forms/mask.ts';
import { settleTypedMasks } from '#domain/forms/typed-masks.ts';
import type { OpenedForm } from './forms-of-order.ts';

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
 * A form over which typing lies that the order does not hold: of a mask that comes back nothing else is known than what
 * the order holds.
 */
export function presentTyped(
  opened: OpenedForm,
  { stored, isOwn }: { stored: OpenedForm; isOwn: boolean },
  authority: AuthorityByField,
): WorkOrderForm {
  const shown = presentForm(opened, authority);
  const { form, content } = opened;
  const typed = { values: content, stored: stored.content, isOwn };
  const settled = settleTypedMasks(form.compiled, { values: shown.content, masked: shown.masked }, typed);
  return { ...shown, content: settled.values, masked: settled.masked };
}
