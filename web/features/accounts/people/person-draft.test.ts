import { expect, test } from 'vitest';
import { bodyOf, departmentsOf, emptyDraft, organisationOf } from './person-draft.ts';

const unit = (id: string, kind: 'organisation' | 'department', parent: string | null) => ({
  id,
  kind,
  parent,
  name: id,
  fullname: id,
});
const units = [
  unit('county', 'organisation', null),
  unit('bureau', 'organisation', 'county'),
  unit('section', 'department', 'bureau'),
  unit('desk', 'department', 'section'),
  unit('other', 'department', 'county'),
];

test('a department leads to its organisation, and an organisation to its own departments', () => {
  expect(organisationOf(units, 'desk')?.id).toBe('bureau');
  expect(organisationOf(units, 'bureau')?.id).toBe('bureau');
  expect(organisationOf(units, 'nowhere')).toBeUndefined();
  expect(departmentsOf(units, 'bureau').map(({ id }) => id)).toEqual(['section', 'desk']);
});

test('an untouched number is not sent, and a removed one is sent empty', () => {
  expect(Object.keys(bodyOf(emptyDraft))).not.toContain('idCard');
  expect(bodyOf({ ...emptyDraft, mobile: '', idCard: ' 33012719900101108X ' })).toMatchObject({
    mobile: '',
    idCard: '33012719900101108X',
  });
});
