import type { FieldKind } from '../kind.ts';

/** An organisation in a field; its name is stored so that old forms show the name of their time. */
export interface NamedOrganisation {
  id: string;
  name: string;
}

const maxOrganisations = 50;

/** One organisation of the office, or several if the field allows it; the server looks up their names. */
export const organisation: FieldKind<readonly NamedOrganisation[]> = {
  component: 'organisation',
  empty: [],
  holdsValue: true,
  wide: false,
  takesOptions: false,
  holdsFiles: false,
  searchable: true,
  usableInCondition: false,
  textual: false,
  maskable: false,
  directory: {
    word: '机构',
    keyOf: (entry) => (isNamedOrganisation(entry) ? `org:${entry.id}` : undefined),
    nameOf: (entry) => (isNamedOrganisation(entry) ? entry.name : ''),
    withName: (entry, name) => ({ ...(entry as NamedOrganisation), name }),
  },
  takesSeveral: ({ multiple }) => multiple === true,
  normalise(raw) {
    if (raw === null) return [];
    if (!Array.isArray(raw)) return undefined;
    const byId = new Map<string, NamedOrganisation>();
    for (const entry of raw) {
      if (!isNamedOrganisation(entry)) return undefined;
      if (!byId.has(entry.id)) byId.set(entry.id, { id: entry.id, name: entry.name });
    }
    return [...byId.values()];
  },
  isEmpty: (value) => value.length === 0,
  validate(value, { props }) {
    const { multiple = false } = props;
    if (!multiple && value.length > 1) return ['只能选择一个机构'];
    return value.length > maxOrganisations ? [`最多选择${maxOrganisations}个机构`] : [];
  },
  text: (value) => value.map(({ name }) => name).join('、'),
};

export function isNamedOrganisation(value: unknown): value is NamedOrganisation {
  if (typeof value !== 'object' || value === null || !('id' in value) || !('name' in value)) return false;
  return typeof value.id === 'string' && /^[\w-]{1,64}$/.test(value.id) && typeof value.name === 'string';
}
