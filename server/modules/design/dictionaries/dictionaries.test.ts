import { expect, test } from 'vitest';
import { dictionaryCalls } from '#contract/dictionaries.ts';
import { dictionaries } from '#domain/enumerations/dictionaries.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import { testOffice } from '#test/world/office.ts';

/** Tests dictionaries and form models with the names of S1 §7 and S2 §3 (docs/decisions/0063). */

const office = await testOffice();

describeCalls(office, dictionaryCalls, {
  selections: {
    caller: 'liuyang',
    request: { query: { dictId: 'gender' } },
    refusedFor: {},
    invalidInputs: [{ makeInvalid: () => ({ query: {} }), expectedProblems: [['dictId', '请指明字典']] }],
    checkAnswer: ({ rows, total }) => {
      expect(total).toBe(3);
      expect(rows.map(({ dictItemValue, dictItemChName }) => [dictItemValue, dictItemChName])).toEqual([
        ['1', '男'],
        ['2', '女'],
        ['0', '未知'],
      ]);
    },
  },
  formModel: {
    caller: 'liuyang',
    request: { params: { code: 'petition-letter' } },
    refusedFor: {},
    invalidInputs: [
      {
        makeInvalid: () => ({ params: { code: 'x'.repeat(101) } }),
        expectedProblems: [['code', '不能超过100个字符']],
      },
    ],
    checkAnswer: ({ modelSchema, fieldVos, ...form }) => {
      expect(form).toEqual({
        id: 'petition-letter:1',
        code: 'petition-letter',
        name: '群众来信登记表',
        version: 1,
      });
      expect(Object.keys(JSON.parse(modelSchema))).toEqual(['schema', 'globalConfig']);
      const field = (path: string) => fieldVos.find(({ fullyQualifiedId }) => fullyQualifiedId === path);
      expect(field('petition-letter.petitionerCount')).toMatchObject({
        componentType: 'number',
        fieldType: 'number',
      });
      expect(field('petition-letter.area')).toMatchObject({
        fieldType: 'array',
        formMetadataDictionaryVo: null,
      });
      expect(field('petition-letter.sectionContent')).toBeUndefined();
      const relation = field('petition-letter.involved.relation');
      expect(relation?.formMetadataDictionaryVo?.dictDataList.length).toBeGreaterThan(1);
    },
  },
});

const callSelections = (dictId: string) =>
  office.as('liuyang').call(dictionaryCalls.selections, { query: { dictId } });

test('every code list of the specification is returned by its name', async () => {
  const names = Object.keys(dictionaries);
  expect(names).toEqual(
    expect.arrayContaining(['payment-notice-status', 'postal-tracking', 'supplement-term']),
  );
  for (const dictId of names) {
    const { rows } = await office.as('liuyang').done(dictionaryCalls.selections, { query: { dictId } });
    expect(
      rows.map(({ dictItemValue, dictItemName }) => ({ value: dictItemValue, label: dictItemName })),
    ).toEqual(dictionaries[dictId]);
  }
});

test('the choices of a field are returned as a dictionary, each with its parent value', async () => {
  const { rows } = await office
    .as('liuyang')
    .done(dictionaryCalls.selections, { query: { dictId: 'petition-letter.problemKind' } });
  expect(rows).toContainEqual({
    dictItemValue: 'property',
    dictItemName: '物业管理',
    dictItemChName: '物业管理',
    selectFlag: 1,
    parentDictItem: 'urban',
  });
});

test.each([
  'none',
  'toString',
  '__proto__',
  'petition-letter',
  'petition-letter.summary',
  'none.none',
  "' or 1=1",
])('the dictionary name %s is not found', async (dictId) => {
  const { status, body } = await callSelections(dictId);
  expect([status, body.errmsg]).toEqual([404, '未找到该字典']);
});

test('an unknown form has no model', async () => {
  const { body } = await office.as('liuyang').call(dictionaryCalls.formModel, { params: { code: 'none' } });
  expect(body).toMatchObject({ errcode: 404, errmsg: '未找到该表单' });
});
