import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runAllChunks } from '#domain/chunks.ts';
import { createConditionEvaluator } from '#domain/workflow/conditions/condition.ts';
import { lintDefinition } from '#domain/workflow/publishing/lint.ts';
import { checkPlan } from '#domain/workflow/steps/check-plan.ts';
import type { KnownField } from '#domain/workflow/steps/known-names.ts';
import { readPlan } from '#domain/workflow/steps/read-plan.ts';
import { editedInFormText } from '#domain/workflow/steps/step-columns.ts';
import { newPlan, newStep, type PlanStep, type StepPlan } from '#domain/workflow/steps/step-plan.ts';
import { planOfRows, rowsOfPlan } from '#domain/workflow/steps/step-rows.ts';
import { writePlan } from '#domain/workflow/steps/write-plan.ts';
import { readSeedText } from '#server/seeds/office.ts';
import { sampleWorld } from '#test/workflow-model/samples.ts';
import { walkOrder } from '#test/workflow-model/walk.ts';
import { readDefinition } from './read-definition.ts';

const step = (id: string, more: Partial<PlanStep> = {}): PlanStep => ({
  ...newStep({ steps: [], forms: [] }),
  id,
  name: `办理${id}`,
  handlers: [{ kind: 'role', id: 'handler', name: '经办人' }],
  forms: [{ form: 'permit-form', authority: 1, fields: [] }],
  ...more,
});

const permit: StepPlan = {
  ...newPlan('street-stall', '占道经营许可 <试行> & "临时"'),
  limit: { amount: 3, unit: 'month', roll: false },
  result: 12,
  forms: [
    {
      form: 'permit-form',
      authority: 2,
      fields: [],
      restricted: [
        { field: 'goods[].price', authority: 0 },
        { field: 'site.street', authority: 1 },
      ],
    },
  ],
  steps: [
    step('step-1', {
      name: '受理',
      stage: 3,
      limit: { amount: 2, unit: 'month', roll: false },
      handle: '受理',
      namesNext: true,
      refusal: { name: '不予受理', result: 11 },
      buttons: [
        'forward',
        'return',
        'countersign',
        'add-signer',
        'delegate',
        'return-to-handler',
        'void',
        'withdraw',
        'copy',
        'urge',
      ],
    }),
    step('step-2', {
      name: '现场核查',
      when: { form: 'permit-form', field: 'area', is: '>=', value: 20 },
      share: 'most',
      buttons: ['return'],
      handlers: [
        { kind: 'org', id: '330127-scj', name: '市场监管局' },
        { kind: 'staff', id: 'liuyang', name: '刘洋' },
      ],
    }),
    step('step-3', {
      name: '专家评审',
      when: { form: 'permit-form', field: 'kinds', is: 'has', value: '含"油炸"' },
      share: 'all',
      buttons: [],
      handlers: ['食品', '消防'].map((name) => ({ kind: 'group', id: name, name: `${name}专家组` })),
    }),
    step('step-4', {
      name: '送达',
      handlers: [{ kind: 'initiator' }, { kind: 'step', id: 'step-1' }],
      opinionRequired: true,
      forms: [{ form: 'permit-form', authority: 1, fields: ['result', 'sentOn'] }],
    }),
  ],
};

async function readBack(plan: StepPlan) {
  const xml = writePlan(plan);
  const { definition, problems, hints } = await readDefinition(xml);
  if (definition === undefined) throw new Error(JSON.stringify(problems));
  return { xml, definition, hints, problems: [...problems, ...lintDefinition(definition)] };
}

describe('a process written in steps', () => {
  test('becomes a file without a problem or a hint, and is read back unchanged', async () => {
    const { xml, definition, problems, hints } = await readBack(permit);
    expect([...checkPlan(permit), ...problems, ...hints]).toEqual([]);
    expect(readPlan(xml, definition)).toEqual(permit);
  });

  test('leads an order to an end with random choices', async () => {
    const { definition } = await readBack(permit);
    const context = { evaluateCondition: createConditionEvaluator() };
    for (const content of [
      { area: 12, kinds: [] },
      { area: 30, kinds: ['含"油炸"'] },
    ]) {
      for (let seed = 1; seed <= 12; seed++) {
        const walk = walkOrder(
          sampleWorld(definition, { ...context, facts: { 'permit-form': content } }),
          seed,
          30,
        );
        expect(walk.failure).toBeNull();
      }
    }
  });

  test('gives the same file after an export to rows and an import, over the existing process and as a new one', async () => {
    const { xml, definition } = await readBack(permit);
    const read = readPlan(xml, definition) as StepPlan;
    const rows = runAllChunks(rowsOfPlan(read)) ?? [];
    expect(JSON.stringify(rows)).not.toContain(editedInFormText);
    const field = (kindName: string) =>
      ({ title: '', kindName, options: [], props: {} }) as unknown as KnownField;
    const fields = {
      area: field('number'),
      kinds: field('checkbox'),
      result: field('select'),
      sentOn: field('date'),
      goods: { ...field('table'), columns: [{ path: 'goods[].price', columns: [] }] as never },
      site: { ...field('object'), columns: [{ path: 'site.street', columns: [] }] as never },
    };
    const names = new Map<string, string>(
      read.steps.flatMap(({ handlers }) =>
        handlers.flatMap((handler) =>
          'name' in handler ? [[`${handler.kind}:${handler.id}`, handler.name] as const] : [],
        ),
      ),
    );
    const known = {
      nameOf: (key: string) => names.get(key),
      codeOfName: () => undefined,
      stepOf: (id: string) => id,
      formOf: () => new Map(Object.entries(fields)),
    };
    for (const current of [read, undefined]) {
      const { plan, problems: errors } = runAllChunks(planOfRows(read.key, current, rows, known));
      expect(errors).toEqual([]);
      expect(writePlan(plan)).toBe(xml);
    }
  });

  test('is read back from its file for random step plans', async () => {
    const shapes = fc.array(
      fc.record({
        name: fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }),
        conditional: fc.boolean(),
        is: fc.constantFrom('=', '!=', '>=', '<=', 'has' as const),
        value: fc.oneof(fc.nat(), fc.string({ maxLength: 8 })),
        share: fc.constantFrom('first', 'all', 'any', 'most' as const),
        limit: fc.option(
          fc.record({
            amount: fc.integer({ min: 1, max: 24 }),
            unit: fc.constantFrom('workingDay', 'calendarDay', 'month' as const),
          }),
        ),
        authority: fc.constantFrom(0, 1, 2 as const),
      }),
      { minLength: 1, maxLength: 6 },
    );
    await fc.assert(
      fc.asyncProperty(shapes, async (stepShapes) => {
        const plan: StepPlan = {
          ...permit,
          steps: stepShapes.map(({ conditional, is, value, authority, name, ...more }, index) =>
            step(`step-${index + 1}`, {
              ...more,
              // Control characters, white space and U+FFFD are removed from names, as for typed ones.
              name: `步${name.replace(/[\p{C}\s\uFFFD]/gu, '')}`,
              buttons: ['return'],
              forms: [{ form: 'permit-form', authority, fields: [] }],
              when: conditional
                ? {
                    form: 'permit-form',
                    field: 'area',
                    is,
                    value: typeof value === 'string' ? value.replace(/[\p{C}\s]/gu, '') : value,
                  }
                : null,
            }),
          ),
        };
        const { xml, definition, problems } = await readBack(plan);
        expect(problems).toEqual([]);
        expect(readPlan(xml, definition)).toEqual(plan);
      }),
      { numRuns: 60 },
    );
  });

  test('cannot be edited in steps after a change in another program', async () => {
    const xml = writePlan(permit).replace('name="送达"', 'name="送达" isForCompensation="false"');
    const { definition } = await readDefinition(xml);
    expect(definition && readPlan(xml, definition)).toBeUndefined();
  });

  test('cannot be edited in steps when it was drawn as BPMN', async () => {
    for (const name of ['petition-letter', 'congress-proposal', 'permit-application']) {
      const xml = readSeedText(`processes/${name}.bpmn`);
      const { definition } = await readDefinition(xml);
      expect(definition && readPlan(xml, definition)).toBeUndefined();
    }
  });
});

describe('the check of the steps', () => {
  test('reports all problems at once, at the step and its part', () => {
    const problems = checkPlan({
      ...newPlan('Process_1', ' '),
      steps: [
        newStep({ steps: [], forms: [] }),
        step('step-2', { handlers: [{ kind: 'step', id: 'step-2' }], share: 'all', buttons: ['withdraw'] }),
        step('step-3', {
          handle: ' ',
          refusal: { name: '', result: 14 },
          when: { form: 'other', field: 'x', is: '=', value: '' },
        }),
        step('step-4', { when: { form: '', field: '', is: '=', value: '' } }),
      ],
    });
    expect(problems.map(({ field, message }) => `${field} ${message}`)).toEqual([
      'key 流程编码应以小写字母开头，由小写字母、数字和连字符组成',
      'name 请填写流程名称',
      'start 登记：请选择发起人填写的表单',
      'step-1/name 第 1 步：请填写步骤名称',
      'step-1/handlers 第 1 步：请选择处理人',
      'step-2/handlers 步骤“办理step-2”：处理人只能是前面步骤的办理人',
      'step-2/buttons 步骤“办理step-2”：各办一份时不能有“撤回”',
      'step-3/handle 步骤“办理step-3”：请填写办理按钮的名称',
      'step-3/refusal 步骤“办理step-3”：请填写终止按钮的名称',
      'step-3/when 步骤“办理step-3”：条件的表单没有用在任何步骤中',
      'step-3/when 步骤“办理step-3”：请填写条件的值',
      'step-4/when 步骤“办理step-4”：请选择条件的表单和字段',
    ]);
  });
});
