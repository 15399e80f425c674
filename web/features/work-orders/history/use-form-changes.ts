import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { type FormChange, orderHistory } from '#contract/order-history.ts';
import { compileForm } from '#domain/forms/compile.ts';
import type { CompiledField } from '#domain/forms/compiled-form.ts';
import { queryOf } from '#web/api/query-of.ts';

/** A change with the fields of its form. */
export interface ChangeOfFields extends FormChange {
  formName: string;
  changed: readonly CompiledField[];
}

export interface FieldOfForm {
  formCode: string;
  fieldId: string;
}

/** Loads the changes of an order's forms, or of one field, newest first and page by page. */
export function useFormChanges(code: string, field: FieldOfForm | undefined) {
  const [cursors, setCursors] = useState<readonly (number | undefined)[]>([undefined]);
  const pages = useQueries({
    queries: cursors.map((before) =>
      queryOf(orderHistory.formChanges, {
        params: { workorderCode: code },
        query: { ...field, ...(before !== undefined && { before }) },
      }),
    ),
    combine: (results) => {
      const last = results.at(-1);
      return {
        rows: results.flatMap(({ data }) => data?.rows ?? []),
        forms: results.flatMap(({ data }) => data?.forms ?? []),
        nextBefore: last?.data?.nextBefore ?? null,
        isPending: last?.isPending === true,
        failure: last?.isError ? last.error : null,
        retry: () => void last?.refetch(),
      };
    },
  });
  const { nextBefore } = pages;
  return {
    ...pages,
    rows: withFields(pages.rows, pages.forms),
    /** Loads the next page; undefined if there is none. */
    loadMore: nextBefore === null ? undefined : () => setCursors([...cursors, nextBefore]),
  };
}

function withFields(
  rows: readonly FormChange[],
  forms: readonly { formCode: string; formName: string; formStructure: unknown }[],
): ChangeOfFields[] {
  const byCode = new Map(
    forms.map(({ formCode, formName, formStructure }) => {
      const compiled = compileForm(formStructure);
      return [formCode, { formName, byId: Array.isArray(compiled) ? undefined : compiled.byId }] as const;
    }),
  );
  return rows.map((row) => {
    const form = byCode.get(row.formCode);
    return {
      ...row,
      formName: form?.formName ?? '',
      changed: row.fields.flatMap((id) => form?.byId?.get(id) ?? []),
    };
  });
}
