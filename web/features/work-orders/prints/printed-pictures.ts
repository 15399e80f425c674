import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { WorkOrderPage } from '#contract/work-orders.ts';
import { innerFields } from '#domain/forms/inner-fields.ts';
import { signature } from '#domain/forms/kinds/signature/signature.ts';
import type { FieldModel, FormModel, FormValues } from '#domain/forms/model.ts';
import { entriesOf } from '#domain/forms/nested-values.ts';
import { prefetchPictures } from '#web/toolkit/files/use-picture.ts';

/** Returns the ids of the signatures in the forms of an order, which must be read before it is printed. */
export function printedPictures({ forms }: Pick<WorkOrderPage, 'forms'>): string[] {
  // The server answers with published models.
  return forms.flatMap(({ formStructure, content }) =>
    signaturesIn((formStructure as FormModel).schema.fields, content),
  );
}

/** Reads the signatures of an order as soon as it is shown, because a print cannot wait for them. */
export function usePrintedPictures(page: Pick<WorkOrderPage, 'forms'>): void {
  const client = useQueryClient();
  useEffect(() => void prefetchPictures(client, printedPictures(page)), [client, page]);
}

function signaturesIn(fields: readonly FieldModel[], content: FormValues): string[] {
  return fields.flatMap((field) => {
    const value = content[field.id] ?? null;
    if (field['x-component'] === 'signature') return (signature.normalise(value) ?? []).map(({ id }) => id);
    return entriesOf(value, '').flatMap(({ entry }) => signaturesIn(innerFields(field), entry));
  });
}
