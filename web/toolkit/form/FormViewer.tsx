import { useState } from 'react';
import { fullAuthority } from '#domain/forms/authority.ts';
import type { FormModel, FormValues } from '#domain/forms/model.ts';
import { Watermark } from '../watermark/Watermark.tsx';
import { FormView } from './FormView.tsx';
import type { FormContextValue } from './form-context.ts';
import { useForm } from './use-form.ts';

/**
 * Shows the data of a form without any input, under a watermark, 请勿外传 by default (S2 §2). Values are shown as the
 * server sent them: masked, or clear for a reader with a right to them.
 */
export function FormViewer(
  props: FormContextValue & {
    model: FormModel;
    values: FormValues;
    /** Paths of masked values. */
    masked?: readonly string[];
    /** Lines of the watermark. */
    watermark?: readonly string[];
  },
) {
  const { model, values, masked = [], watermark, ...services } = props;
  const [settings] = useState({ values, masked, authority: fullAuthority, mode: 'read' as const });
  const form = useForm(model, settings);
  return (
    <Watermark {...(watermark && { lines: watermark })}>
      <FormView form={form} hidesSummary {...services} />
    </Watermark>
  );
}
