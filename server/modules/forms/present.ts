import type { WorkOrderForm } from '#contract/work-order-form.ts';
import { FormType } from '#domain/enumerations/form-type.ts';
import { type AuthorityByField, applyAuthority } from '#domain/forms/authority.ts';
import { initialValues } from '#domain/forms/compiled-form.ts';
import { maskForm } from '#domain/forms/mask.ts';
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
