import { FieldAccess, resolveAuthority } from '#domain/forms/authority.ts';
import type { CompiledField } from '#domain/forms/compiled-form.ts';
import type { FormStore } from '../../form-store.ts';

/** Returns the columns of a table that the node does not hide. */
export function shownColumns({ columns }: CompiledField, { form, settings }: FormStore): CompiledField[] {
  const access = resolveAuthority(form, settings.authority);
  return columns.filter(({ path }) => access[path] !== FieldAccess.hidden);
}
