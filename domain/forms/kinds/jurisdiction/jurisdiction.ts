import type { FieldKind } from '../kind.ts';
import { type NamedOrganisation, organisation } from '../organisation/organisation.ts';

/** Organisations and departments, chosen by region in the dialog 选择管辖机构 (S2 §2). */
export const jurisdiction: FieldKind<readonly NamedOrganisation[]> = {
  ...organisation,
  component: 'jurisdiction',
  wide: true,
  takesSeveral: () => true,
  validate: (value) => organisation.validate(value, { props: { multiple: true }, options: [] }),
};
