import { useMemo, useState } from 'react';
import { localDateOf } from '#domain/calendar/local-date.ts';
import type { FormModel } from '#domain/forms/model.ts';
import { FormView } from '#web/toolkit/form/FormView.tsx';
import { useForm } from '#web/toolkit/form/use-form.ts';
import { formContextValue } from '#web/toolkit/open-forms/form-context-value.ts';
import { tryInterfacesOf } from './edited-form.ts';
import { FieldReasons } from './FieldReasons.tsx';
import { useElementFiles } from './use-element-files.ts';

const noValues = {};
const writeAuthority = { '*': 2 } as const;
const readAuthority = { '*': 1 } as const;

/** Shows an empty form, for filling in or for reading, and the reasons why its fields are shown or not. */
export function PreviewedForm({ model, isRead }: { model: FormModel; isRead: boolean }) {
  const [computing] = useState(() => ({ today: localDateOf(new Date()), workingDays: {} }));
  const form = useForm(model, {
    values: noValues,
    authority: isRead ? readAuthority : writeAuthority,
    mode: isRead ? 'read' : 'edit',
    computing,
  });
  const elementFiles = useElementFiles(model);
  const askInterface = useMemo(() => tryInterfacesOf(model), [model]);
  return (
    <>
      <FormView form={form} hidesSummary {...formContextValue} {...{ elementFiles, askInterface }} />
      {!isRead && <FieldReasons model={model} store={form.store} />}
    </>
  );
}
