import type { Organisation } from '#contract/organisations.ts';
import type { PersonDetail } from '#contract/people.ts';
import type { Choice } from '#web/toolkit/choices/choice.ts';

/** A person as edited in the dialog. */
export interface PersonDraft {
  account: string;
  name: string;
  title: string;
  org: Choice | undefined;
  /** Empty for no department. */
  departmentId: string;
  landing: string;
  /** Undefined leaves the stored number unchanged, empty removes it. */
  idCard: string | undefined;
  mobile: string | undefined;
  positions: readonly Choice[];
  groups: readonly Choice[];
  windows: readonly Choice[];
  roles: readonly Choice[];
}

const asChoice = ({ id, name }: { id: string; name: string }): Choice => ({ key: id, name });
const keysOf = (choices: readonly Choice[]) => choices.map(({ key }) => key);

export const emptyDraft: PersonDraft = {
  account: '',
  name: '',
  title: '',
  org: undefined,
  departmentId: '',
  landing: '/',
  idCard: undefined,
  mobile: undefined,
  positions: [],
  groups: [],
  windows: [],
  roles: [],
};

export function draftOf(person: PersonDetail): PersonDraft {
  const { account, name, title, org, department, landing, positions, groups, windows } = person;
  return {
    ...emptyDraft,
    account,
    name,
    title,
    landing,
    org: asChoice(org),
    departmentId: department?.id ?? '',
    positions: positions.map(asChoice),
    groups: groups.map(asChoice),
    windows: windows.map(asChoice),
  };
}

/** Returns the body to send; only for a new person it contains roles. */
export function bodyOf(draft: PersonDraft) {
  const { account, name, title, org, departmentId, landing, idCard, mobile } = draft;
  return {
    account: account.trim(),
    name,
    title,
    orgId: org?.key ?? '',
    departmentId,
    landing,
    positions: keysOf(draft.positions),
    groups: keysOf(draft.groups),
    windows: keysOf(draft.windows),
    ...(idCard !== undefined && { idCard: idCard.trim() }),
    ...(mobile !== undefined && { mobile: mobile.trim() }),
  };
}

export function newBodyOf(draft: PersonDraft) {
  return { ...bodyOf(draft), roles: keysOf(draft.roles) };
}

type TreeUnit = Pick<Organisation, 'id' | 'name' | 'kind' | 'parent' | 'fullname'>;

/** Returns the organisation of a unit: the unit itself, or for a department the organisation above it. */
export function organisationOf(units: readonly TreeUnit[], id: string): TreeUnit | undefined {
  let unit = units.find((one) => one.id === id);
  for (let steps = 0; unit?.kind === 'department' && steps < 20; steps++) {
    const parentId = unit.parent;
    unit = units.find((one) => one.id === parentId);
  }
  return unit;
}

/** Returns the departments of an organisation at every level. */
export function departmentsOf(units: readonly TreeUnit[], orgId: string): TreeUnit[] {
  return units.filter(({ id, kind }) => kind === 'department' && organisationOf(units, id)?.id === orgId);
}
