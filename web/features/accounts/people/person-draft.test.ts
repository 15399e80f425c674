import { expect, test } from 'vitest';
import { bodyOf, departmentsOf, emptyDraft, organisationOf } from './person-draft.ts';

const place = (id: string, kind: 'organisation' | 'department', parent: string | null) => ({
  id,
  kind,
  parent,
  name: id,
  fullname: id,
});
const places = [
  place('county', 'organisation', null),
  place('bureau', 'organisation', 'county'),
  place('section', 'department', 'bureau'),
  place('desk', 'department', 'section'),
  place('other', 'department', 'county'),
];

test('a department leads to its organisation, and an organisation to its own departments', () => {
  expect(organisationOf(places, 'desk')?.id).toBe('bureau');
  expect(organisationOf(places, 'bureau')?.id).toBe('bureau');
  expect(organisationOf(places, 'nowhere')).toBeUndefined();
  expect(departmentsOf(places, 'bureau').map(({ id }) => id)).toEqual(['section', 'desk']);
});

test('an untouched number is not sent, and a removed one is sent empty', () => {
  expect(Object.keys(bodyOf(emptyDraft))).not.toContain('idCard');
  expect(bodyOf({ ...emptyDraft, mobile: '', idCard: ' 33012719900101108X ' })).toMatchObject({
    mobile: '',
    idCard: '33012719900101108X',
  });
});
