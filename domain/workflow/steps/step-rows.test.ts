import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomCases } from '#test/world/random-cases.ts';
import { runAllChunks } from '../../chunks.ts';
import { maxLimitDays, maxLimitMonths } from '../model/limits.ts';
import { checkPlan } from './check-plan.ts';
import type { KnownNamesWithoutSteps } from './normalise-rows.ts';
import { editedInFormText } from './step-columns.ts';
import {
  handlerKinds,
  newPlan,
  type StepPlan,
  sortedForms,
  stepButtonNames,
  stepShares,
  upgradePlan,
} from './step-plan.ts';
import { rowsOfPlan } from './step-rows.ts';
import { fields, importRows, known, stall, step } from './test-rows.ts';
import { writePlan } from './write-plan.ts';

const [first = {}] = runAllChunks(rowsOfPlan(stall)) ?? [];

/** Returns texts that people type, as they are stored: trimmed, without line ends or control characters. */
const anyText = (maxLength: number) =>
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength })
    .map((text) => `字${text.replace(/[\p{C}\s\uFFFD]/gu, '')}`);
const code = fc.stringMatching(/^[a-z][a-z0-9]{0,6}(-[a-z0-9]{1,4})?$/);
const anyForms = (max: number) =>
  fc
    .uniqueArray(
      fc.record({
        form: code,
        authority: fc.constantFrom(0, 1, 2 as const),
        fields: fc.uniqueArray(fc.stringMatching(/^[a-z][A-Za-z0-9]{0,5}$/), { maxLength: 3 }),
      }),
      { selector: ({ form }) => form, maxLength: max },
    )
    .map((forms) =>
      sortedForms(forms.map((each) => ({ ...each, fields: each.authority === 1 ? each.fields : [] }))),
    );
const anyHandler = fc.oneof(
  fc.record({ kind: fc.constantFrom(...handlerKinds), id: code, name: anyText(6) }),
  fc.constant({ kind: 'initiator' as const }),
);
const anyLimit = fc.option(
  fc.oneof(
    fc.record({
      amount: fc.integer({ min: 1, max: maxLimitDays }),
      unit: fc.constantFrom('workingDay' as const, 'calendarDay' as const),
    }),
    fc.record({
      amount: fc.integer({ min: 1, max: maxLimitMonths }),
      unit: fc.constantFrom('calendarDay' as const, 'month' as const),
      roll: fc.constant(false as const),
    }),
  ),
);
const anyStep = fc.record({
  name: anyText(12),
  stage: fc.constantFrom(1, 2, 3, 4, 5, 6, 20, 21, 22, 23, 24, 25),
  handlers: fc.uniqueArray(anyHandler, {
    minLength: 1,
    maxLength: 4,
    selector: (handler) => JSON.stringify('id' in handler ? [handler.kind, handler.id] : handler.kind),
  }),
  share: fc.constantFrom(...stepShares),
  limit: anyLimit,
  opinionRequired: fc.boolean(),
  handle: anyText(8),
  namesNext: fc.boolean(),
  buttons: fc.subarray([...stepButtonNames]),
  refusal: fc.option(fc.record({ name: anyText(8), result: fc.constantFrom(9, 11, 12, 14, 16, 30, 91, 92) })),
  forms: anyForms(3),
  when: fc.option(
    fc.record({
      form: fc.constant('stall'),
      field: fc.constantFrom('area', 'place', 'kinds', 'urgent'),
      is: fc.constantFrom('=', '!=', '>=', '<=', 'has' as const),
      value: fc.oneof(
        fc.integer(),
        fc.double({ noNaN: true, noDefaultInfinity: true }).map((each) => each + 0),
        fc
          .string({ minLength: 1, unit: 'grapheme' })
          .map((text) => text.replace(/[\p{C}\uFFFD]/gu, '') || '无'),
        fc.constantFrom('1', '"引', '“引”', '２０', 'true', '包含', '= 2', ' 空 '),
      ),
    }),
  ),
  followsStep: fc.boolean(),
});
const anyPlan = fc
  .record({
    name: anyText(20),
    limit: anyLimit,
    result: fc.constantFrom(9, 10, 11, 12, 13, 14, 91, 92),
    forms: anyForms(2),
    steps: fc.array(anyStep, { minLength: 1, maxLength: 5 }),
  })
  .map(
    ({ steps, forms, ...more }): StepPlan =>
      ({
        key: 'street-stall',
        ...more,
        forms: sortedForms([
          ...forms.filter(({ form }) => form !== 'stall'),
          { form: 'stall', authority: 2, fields: [] },
        ]),
        steps: steps.map(({ followsStep, ...own }, index) => ({
          id: `step-${index + 1}`,
          ...own,
          handlers: [
            ...own.handlers,
            ...(followsStep && index > 0 ? [{ kind: 'step', id: `step-${index}` }] : []),
          ],
          buttons:
            own.share === 'first'
              ? own.buttons
              : own.buttons.filter((each) => each !== 'countersign' && each !== 'withdraw'),
        })),
      }) as StepPlan,
  );

/**
 * Returns names for which every person and every form exists: the test is about the content of cells, not
 * about the staff.
 */
const namesOf = (plan: StepPlan): KnownNamesWithoutSteps => {
  const nameByKey = new Map<string, string>(
    plan.steps.flatMap(({ handlers }) =>
      handlers.flatMap((each) => ('name' in each ? [[`${each.kind}:${each.id}`, each.name] as const] : [])),
    ),
  );
  const anyForm = { has: () => true, get: (id: string) => fields.get(id) } as unknown as typeof fields;
  return { ...known, nameOf: (key) => nameByKey.get(key), formOf: () => anyForm };
};
/** Replaces names by those of the directory, in which each code has one name. */
const withDirectoryNames = (plan: StepPlan, { nameOf }: KnownNamesWithoutSteps): StepPlan => ({
  ...plan,
  steps: plan.steps.map((each) => ({
    ...each,
    handlers: each.handlers.map((handler) =>
      'name' in handler ? { ...handler, name: nameOf(`${handler.kind}:${handler.id}`) ?? '' } : handler,
    ),
    when: each.when && {
      ...each.when,
      // A condition that its field cannot meet is refused below.
      ...(each.when.field === 'kinds' ? { is: 'has' as const, value: String(each.when.value) } : {}),
      ...(each.when.field === 'area'
        ? { is: each.when.is === 'has' ? ('=' as const) : each.when.is, value: Number(each.when.value) || 1 }
        : {}),
      ...(each.when.field === 'urgent'
        ? {
            is: each.when.is === '!=' ? ('!=' as const) : ('=' as const),
            value: String(each.when.value).length > 3,
          }
        : {}),
      ...(each.when.field === 'place'
        ? { is: each.when.is === 'has' ? ('=' as const) : each.when.is, value: String(each.when.value) }
        : {}),
    },
  })),
});

describe('rows of a process in steps', () => {
  test('contain the whole plan: a publishable plan can be rebuilt exactly from its rows', () => {
    fc.assert(
      fc.property(anyPlan, (generated) => {
        const names = namesOf(generated);
        const plan = withDirectoryNames(generated, names);
        expect(checkPlan(plan)).toEqual([]);
        const rows = runAllChunks(rowsOfPlan(plan)) ?? [];
        fc.pre(!JSON.stringify(rows).includes(editedInFormText));
        const { plans, problems } = importRows(rows, [], names);
        expect(problems).toEqual([]);
        expect(plans).toEqual([plan]);
        expect(writePlan(plans[0] as StepPlan)).toBe(writePlan(plan));
      }),
      { numRuns: randomCases(100) },
    );
  });

  test('are unchanged when an export is imported again', () => {
    fc.assert(
      fc.property(anyPlan, (plan) => {
        const { kinds, plans, problems } = importRows(
          runAllChunks(rowsOfPlan(plan)) ?? [],
          [plan],
          namesOf(plan),
        );
        expect(problems).toEqual([]);
        expect(new Set(kinds)).toEqual(new Set(['same']));
        expect(plans).toEqual([plan]);
      }),
      { numRuns: randomCases(100) },
    );
    const newProcess = newPlan('street-stall', '占道经营');
    expect(importRows(runAllChunks(rowsOfPlan(newProcess)) ?? [], [newProcess])).toMatchObject({
      kinds: ['same'],
      plans: [newProcess],
      problems: [],
    });
  });

  test('keep a value that no cell can contain unchanged, and cannot set such a value', () => {
    const unusual: StepPlan = {
      ...stall,
      name: '占\u200b道',
      steps: [
        step('step-1', {
          name: '受\u200b理',
          handlers: [
            { kind: 'group', id: '甲、乙', name: '组' },
            { kind: 'role', id: 'a（b）', name: '组' },
          ],
          handle: '办\u200b理',
          refusal: { name: '不\u200b予', result: 11 },
          forms: [{ form: 'a:b', authority: 1, fields: ['c+d'] }],
          when: { form: 'stall', field: 'place包含', is: '=', value: '甲\u200b' },
        }),
      ],
    };
    const [row = {}] = runAllChunks(rowsOfPlan(unusual)) ?? [];
    const columns = ['processName', 'name', 'handlers', 'handle', 'refusalName', 'forms', 'when'];
    expect(columns.filter((key) => row[key] !== editedInFormText)).toEqual([]);
    expect(importRows([row], [unusual])).toMatchObject({ kinds: ['same'], plans: [unusual], problems: [] });
    const other = importRows([{ ...row, stepLimit: '3 个工作日' }], [unusual]);
    expect(other.plans).toEqual([
      { ...unusual, steps: [{ ...unusual.steps[0], limit: { amount: 3, unit: 'workingDay' } }] },
    ]);
    expect(importRows([{ ...first, when: editedInFormText }], [stall]).problems).toEqual([
      '0 when “（在流程中维护）”只能保留在原来的行，请填写内容',
    ]);
  });

  test('are the same for a stored definition with another order of keys', () => {
    const limited: StepPlan = { ...stall, limit: { unit: 'workingDay', amount: 20 } };
    expect(runAllChunks(rowsOfPlan(limited))?.[0]?.limit).toBe('20 个工作日');
  });

  test('are not available when a cell cannot contain the name of the process or a step', () => {
    expect(runAllChunks(rowsOfPlan({ ...stall, key: 'a_b' }))).toBeUndefined();
    expect(runAllChunks(rowsOfPlan({ ...stall, steps: [step('x'.repeat(65))] }))).toBeUndefined();
  });
});

test('a plan from before steps had units keeps the limits of its steps, in working days', () => {
  const { limit: _, ...withoutLimit } = step('step-1');
  const stored = {
    ...stall,
    steps: [
      { ...withoutLimit, limitDays: 3 },
      { ...withoutLimit, limitDays: null },
    ],
  };
  expect(upgradePlan(stored as unknown as StepPlan).steps.map(({ limit }) => limit)).toEqual([
    { amount: 3, unit: 'workingDay' },
    null,
  ]);
  expect(upgradePlan(stall)).toEqual(stall);
});
