import { useQuery } from '@tanstack/react-query';
import { sharedElements } from '#contract/shared-elements.ts';
import type { FormModel } from '#domain/forms/model.ts';
import { sharedElementCodesOf } from '#domain/forms/shared-elements.ts';
import { queryOf } from '#web/api/query-of.ts';
import type { FormContextValue } from '#web/toolkit/form/form-context.ts';

/** Returns the files of the shared elements for a preview; a form whose fields carry no codes asks nothing. */
export function useElementFiles({ schema }: FormModel): FormContextValue['elementFiles'] {
  const codes = sharedElementCodesOf(schema.fields);
  const list = useQuery({ ...queryOf(sharedElements.list, {}), enabled: codes.size > 0 });
  if (codes.size === 0 || !list.data) return undefined;
  return Object.fromEntries(list.data.rows.map(({ code, file }) => [code, file]));
}
