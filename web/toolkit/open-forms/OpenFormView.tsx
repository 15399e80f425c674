import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { FormView, type FormViewProps } from '#web/toolkit/form/FormView.tsx';
import { type FormPart, hasPart } from '#web/toolkit/form/form-part.ts';
import { ThirdPartyForm } from '#web/toolkit/third-party-form/ThirdPartyForm.tsx';
import { formContextValue } from './form-context-value.ts';
import { useAskInterface } from './InterfaceOwner.tsx';
import type { OpenForm } from './open-forms.ts';
import { useFormKey } from './use-form-key.ts';

/**
 * Shows one form of an order, as its node allows: hidden, read-only and editable fields come from the
 * authority.
 */
export function OpenFormView(
  props: { open: OpenForm; part?: FormPart } & Pick<
    FormViewProps,
    'hidesSummary' | 'sectionAction' | 'markOf'
  >,
) {
  const { open, ...viewProps } = props;
  const { part } = viewProps;
  useFormKey(open);
  const askInterface = useAskInterface(open.form.id);
  if (open.handle === undefined) {
    return <EmptyState compact title="该表单暂时无法显示" hint="表单的配置有误，请联系配置管理员。" />;
  }
  if (open.frame !== undefined) {
    // A third party's page is shown once for the whole form: in the part for filling in if there is one, else
    // in the read-only part.
    const fills = hasPart(open.handle.store, 'fill');
    const isShownHere = part === undefined || (part === 'fill') === fills;
    return isShownHere ? <ThirdPartyForm name={open.form.formName} frame={open.frame} /> : null;
  }
  const { elementFiles } = open.form;
  return (
    <FormView form={open.handle} {...viewProps} {...formContextValue} {...{ elementFiles, askInterface }} />
  );
}
