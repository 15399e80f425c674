import type { WorkOrderPage } from '#contract/work-orders.ts';
import { compileForm } from '#domain/forms/compile.ts';
import type { CompiledField } from '#domain/forms/compiled-form.ts';
import { signature } from '#domain/forms/kinds/signature/signature.ts';
import { rowsOf } from '#domain/forms/linkage.ts';
import type { FormValues } from '#domain/forms/model.ts';

/** Returns the ids of the signatures in the forms of an order, which must be read before it is printed. */
export function printedPictures({ forms }: Pick<WorkOrderPage, 'forms'>): string[] {
  return forms.flatMap(({ formStructure, content }) => {
    const compiled = compileForm(formStructure);
    return Array.isArray(compiled) ? [] : signaturesIn(compiled.fields, content);
  });
}

function signaturesIn(fields: readonly CompiledField[], content: FormValues): string[] {
  return fields.flatMap(({ id, kindName, columns }) => {
    if (kindName === 'signature') return (signature.normalise(content[id] ?? null) ?? []).map((file) => file.id);
    return rowsOf(content[id]).flatMap((row) => signaturesIn(columns, row));
  });
}
