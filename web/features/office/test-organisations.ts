import { type EditableOrganisation, officeOrganisations } from '#contract/office-organisations.ts';

/** Organisations of an office, with the server's answer that lists them, for tests. */

export const organisation = (
  id: string,
  name: string,
  parent: string | null,
  changes: Partial<EditableOrganisation> = {},
) => ({
  id,
  name,
  parent,
  kind: 'organisation' as const,
  areaCode: '330127',
  areaName: '浙江省杭州市淳安县',
  address: '',
  phone: '',
  level: parent === null ? 1 : 2,
  sortBy: 1,
  enabled: true,
  people: 0,
  digest: 'seen',
  ...changes,
});
export const root = organisation('10002', '本单位', null);

export const listOf = (...rows: EditableOrganisation[]) => ({
  [`GET ${officeOrganisations.list.path}`]: () => ({ rows }),
});
