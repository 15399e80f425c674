import { describe, expect, test } from 'vitest';
import { checkOrganisations, withOfficialNames } from './named-organisations.ts';
import { buildForm } from './test-forms.ts';

const unit = { id: 'unit', title: '单位', 'x-component': 'organisation' };
const form = buildForm([unit, { id: 'units', title: '分办单位', 'x-component': 'table', columns: [unit] }]);
const nameOf = (key: string) =>
  ({ 'org:zjj': '县住建局', 'org:hbj': '县生态环境局', 'staff:li': '李娜', 'role:head': '负责人' })[key];

describe('organisations in a submission', () => {
  test('get their names from the office, in fields and columns; values of a wrong type stay', () => {
    const submitted = {
      unit: [{ id: 'zjj', name: '假名' }, 5],
      units: [{ unit: [{ id: 'hbj', name: '' }] }, null],
    };
    expect(withOfficialNames(form, submitted, nameOf)).toEqual({
      unit: [{ id: 'zjj', name: '县住建局' }, 5],
      units: [{ unit: [{ id: 'hbj', name: '县生态环境局' }] }, null],
    });
  });

  test('are rejected when the id is unknown, unless it was in that field before', () => {
    const removedOrganisation = [{ id: 'gone', name: '原县工商局' }];
    const content = {
      unit: removedOrganisation,
      units: [{ unit: [{ id: 'zjj', name: '县住建局' }] }, { unit: removedOrganisation }],
    };
    expect(checkOrganisations(form, content, {}, nameOf)).toEqual([
      { field: 'unit', message: '没有机构“原县工商局”，请重新选择' },
      { field: 'units[1].unit', message: '没有机构“原县工商局”，请重新选择' },
    ]);
    expect(
      checkOrganisations(form, content, { unit: removedOrganisation }, nameOf).map(({ field }) => field),
    ).toEqual(['units[1].unit']);
  });
});

test('a handler gets the name of the directory, and one who has left is kept but not chosen anew (S1 §3)', () => {
  const withHandler = buildForm([{ id: 'who', title: '办理人', 'x-component': 'handler' }]);
  const li = { handlerType: 1, candidateCode: 'li', candidateName: '假名' };
  const head = { handlerType: '3', candidateCode: 'head', candidateName: '' };
  const left = { handlerType: 1, candidateCode: 'zhang', candidateName: '张伟' };
  const content = withOfficialNames(withHandler, { who: [li, head, left] }, nameOf);
  expect(content.who).toEqual([{ ...li, candidateName: '李娜' }, { ...head, candidateName: '负责人' }, left]);
  expect(checkOrganisations(withHandler, content, {}, nameOf)).toEqual([
    { field: 'who', message: '没有办理人“张伟”，请重新选择' },
  ]);
  expect(checkOrganisations(withHandler, content, { who: [left] }, nameOf)).toEqual([]);
});
