import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { FormView } from '#web/toolkit/form/FormView.tsx';
import type { FormPart } from '#web/toolkit/form/form-part.ts';
import { formPorts } from './form-ports.ts';
import type { OpenForm } from './open-forms.ts';

/** One form of an order, as its node allows: hidden, read-only and editable fields come from the authority. */
export function OpenFormView(props: { open: OpenForm; part?: FormPart; withoutSummary?: boolean }) {
  const { open, part, withoutSummary } = props;
  if (open.handle === undefined) {
    return (
      <EmptyState
        compact
        title="该表单暂时无法显示"
        hint="表单由外部系统提供，或其配置有误，请联系配置管理员。"
      />
    );
  }
  return <FormView form={open.handle} part={part} withoutSummary={withoutSummary} {...formPorts} />;
}
