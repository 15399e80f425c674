import type { Problem } from '../refusals/refusals.ts';
import type { CompiledField, CompiledForm } from './compiled-form.ts';
import { isNamedOrganisation, type NamedOrganisation } from './kinds/organisation/organisation.ts';
import type { FormValues } from './model.ts';
import { mapValues, visitValues } from './nested-values.ts';

/** Returns the name of an organisation of the office; undefined if no organisation has the id. */
export type OrganisationName = (id: string) => string | undefined;

/** Returns the submission with the office's own names of all organisations. */
export function withOfficialNames(
  { fields }: Pick<CompiledForm, 'fields'>,
  submitted: FormValues,
  nameOf: OrganisationName,
): FormValues {
  return mapValues(fields, submitted, ({ kindName }, value) =>
    kindName === 'organisation' && Array.isArray(value)
      ? value.map((entry) =>
          isNamedOrganisation(entry) ? { ...entry, name: nameOf(entry.id) ?? entry.name } : entry,
        )
      : value,
  );
}

/**
 * Returns a problem for each field with an unknown organisation; one that was in the same field before is
 * accepted, because it may have been removed since.
 */
export function checkOrganisations(
  { fields }: Pick<CompiledForm, 'fields'>,
  content: FormValues,
  stored: FormValues,
  nameOf: OrganisationName,
): Problem[] {
  const before = new Map(
    organisationsIn(fields, stored).map(({ field, organisations }) => [
      field.path,
      organisations.map(({ id }) => id),
    ]),
  );
  return organisationsIn(fields, content).flatMap(({ field, path, organisations }) =>
    organisations
      .filter(({ id }) => nameOf(id) === undefined && !before.get(field.path)?.includes(id))
      .map(({ name }) => ({ field: path, message: `没有机构“${name}”，请重新选择` })),
  );
}

interface OrganisationPlaceInForm {
  field: CompiledField;
  path: string;
  organisations: readonly NamedOrganisation[];
}

function organisationsIn(fields: readonly CompiledField[], content: FormValues): OrganisationPlaceInForm[] {
  const places: OrganisationPlaceInForm[] = [];
  visitValues(fields, content, (field, value, path) => {
    if (field.kindName === 'organisation' && Array.isArray(value))
      places.push({ field, path, organisations: value.filter(isNamedOrganisation) });
  });
  return places;
}
