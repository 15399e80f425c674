import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomCases } from '#test/world/random-cases.ts';
import { runAllChunks } from '../../chunks.ts';
import type { SheetRow } from '../../sheets/import-sheet.ts';
import type { StepPlan } from './step-plan.ts';
import { planOfRows, rowsOfPlan } from './step-rows.ts';
import { importRows, known, stall, step } from './test-rows.ts';
import { writePlan } from './write-plan.ts';

const [first, second, third] = (runAllChunks(rowsOfPlan(stall)) ?? []) as [SheetRow, SheetRow, SheetRow];

describe('import of step rows', () => {
  test('does not change steps and columns that are not in the sheet', () => {
    const { plans, kinds } = importRows([{ ...second, stepLimit: '5' }], [stall]);
    expect(kinds).toEqual(['changed']);
    expect(plans).toEqual([
      {
        ...stall,
        steps: [
          stall.steps[0],
          { ...stall.steps[1], limit: { amount: 5, unit: 'workingDay' } },
          stall.steps[2],
        ],
      },
    ]);
    const minimalRow = { process: 'street-stall', id: 'step-3', name: '送达' };
    expect(
      runAllChunks(planOfRows('street-stall', stall, [minimalRow], { ...known, stepOf: () => undefined }))
        .plan,
    ).toEqual(stall);
  });

  test('finds a step without id by name, and adds a step with a new name only once', () => {
    const { id: _, ...nameless } = first;
    const added = { ...nameless, name: '签发', order: null };
    const imported = importRows([nameless, added], [stall]);
    expect(imported).toMatchObject({ kinds: ['same', 'added'], problems: [] });
    expect(imported.keys).toEqual(['street-stall / step-1', 'street-stall / step-4']);
    const [after] = imported.plans as [StepPlan];
    expect(after.steps.map(({ name }) => name)).toEqual(['受理', '核查', '送达', '签发']);
    expect(importRows([nameless, added], [after]).kinds).toEqual(['same', 'same']);
    expect(importRows([added, added], [stall]).problems).toEqual(['“street-stall / step-4”与第 2 行重复']);
    const repeated = { ...stall, steps: [...stall.steps, step('step-9', { name: '受理' })] };
    expect(importRows([nameless], [repeated]).keys).toEqual([]);
  });

  test('places steps at the given position, new ones before the existing one', () => {
    const order = (rows: readonly SheetRow[]) =>
      importRows(rows, [stall]).plans[0]?.steps.map(({ name }) => name);
    expect(order([{ ...third, order: 1 }])).toEqual(['送达', '受理', '核查']);
    expect(order([{ ...first, order: 2 }])).toEqual(['核查', '受理', '送达']);
    const { id: _, ...nameless } = second;
    expect(order([{ ...nameless, name: '初审', order: 2 }])).toEqual(['受理', '初审', '核查', '送达']);
  });

  test('treats other spellings as unchanged: full-width characters, names, labels, defaults', () => {
    const plan: StepPlan = {
      ...stall,
      limit: { amount: 20, unit: 'workingDay' },
      steps: [
        step('step-1', { name: '受理', buttons: [], refusal: { name: '不予受理', result: 11 } }),
        step('step-2', {
          handlers: [
            { kind: 'org', id: '330127-scj', name: '旧名' },
            { kind: 'step', id: 'step-1' },
          ],
          forms: [{ form: 'stall', authority: 1, fields: ['place', 'result'] }],
          when: { form: 'stall', field: 'area', is: '>=', value: 20 },
        }),
      ],
    };
    const [firstRow = {}, secondRow = {}] = runAllChunks(rowsOfPlan(plan)) ?? [];
    const result = importRows(
      [
        {
          ...firstRow,
          limit: '２０工作日',
          share: null,
          stage: null,
          result: null,
          handle: null,
          refusalResult: null,
          opinionRequired: null,
          namesNext: null,
        },
        {
          ...secondRow,
          limit: '20个工作日',
          handlers: '步骤：受理；机构： 330127-scj',
          forms: 'stall：只读＋result＋place',
          when: 'stall．area≥２０',
        },
      ],
      [plan],
    );
    expect(result).toMatchObject({ kinds: ['same', 'same'], plans: [plan], problems: [] });
    expect(importRows([{ ...secondRow, when: 'stall.area不小于20' }], [plan]).kinds).toEqual(['same']);
  });

  test('reports the problems of all cells at once', () => {
    const { problems } = importRows(
      [
        {
          ...first,
          handlers: '角色:nobody、岗位:审查岗、经办人、步骤:没有、角色:、发起人',
          forms: 'stall、permit:可填写+place、gone:只读、stall:只读+nothing、permit:只读、permit:只读+',
          when: 'stall.area 包含 1',
          limit: '20',
          refusalResult: '不予受理',
        },
        { ...second, limit: '3651天', when: 'stall.place >= 20' },
        { ...third, when: '面积大于20', start: 'stall:可填写' },
        { ...third, id: 'when-x', when: 'stall.result = 3' },
        { ...third, id: 'start', when: 'gone.x = 1' },
        { ...third, id: '_1', when: 'stall.area = "1"' },
        { ...third, id: 'a', when: 'stall.kinds = 甲' },
        { ...third, id: 'b', when: 'stall.place = "甲' },
        { ...third, id: 'c', when: 'stall.place = ' },
        { ...third, id: 'd', when: 'stall.urgent = 是' },
        { ...third, id: 'e', when: 'stall.urgent >= true' },
        { ...third, id: 'f', when: 'stall.place = true' },
      ],
      [stall],
    );
    expect(problems).toEqual([
      '0 limit 应写作“20 个工作日”“30 天”或“3 个月”',
      '0 handlers 没有编码为“nobody”的角色',
      '0 handlers 没有编码为“审查岗”的岗位；“审查岗”的编码是“examiner”',
      '0 handlers “经办人”应写作“类别:编码”，如“角色:handler”，或写“发起人”',
      '0 handlers 没有标识或名称为“没有”的步骤（同名的步骤请写标识）',
      '0 handlers “角色:”没有编码',
      '0 refusalResult 没有终止按钮，请填写终止按钮或清空这一格',
      '0 forms “stall”应写作“表单编码:可填写”“表单编码:只读”或“表单编码:不可见”',
      '0 forms “permit:可填写+place”：只读的表单才写个别可填的字段',
      '0 forms 没有编码为“gone”的表单',
      '0 forms 表单“stall”没有标识为“nothing”的字段',
      '0 forms “permit:只读+”的加号后面没有字段标识',
      '0 when 字段“面积”不是多选，不能写“包含”',
      '1 limit 时限应为 1 至 3650 的整数',
      '1 when 字段“地点”不是数字，值请加引号，如 "20"',
      '2 when 应写作“表单编码.字段标识 比较 值”，如“street-stall.area >= 20”；比较有 =、!=、>=、<=、包含',
      '3 when 字段“结果”不是数字，值请加引号，如 "3"',
      '3 id 新步骤不能用标识“when-x”，请更换或不填',
      '4 when 没有编码为“gone”的表单',
      '4 id 新步骤不能用标识“start”，请更换或不填',
      '5 when 字段“面积”是数字，值应为数字，不加引号',
      '5 id 新步骤的标识应以字母开头，只含字母、数字和短横线；也可以不填',
      '6 when 字段“种类”可以选多项，比较请写“包含”',
      '7 when 条件的值的引号不成对',
      '8 when 请填写条件的值',
      '9 when 字段“是否加急”是开关，值应为 true（是）或 false（否），不加引号',
      '10 when 字段“是否加急”是开关，只能比较“等于”或“不等于”',
      '11 when 字段“地点”不是开关，值请加引号，如 "true"',
    ]);
    const options = importRows([{ ...first, when: 'stall.result = "3"' }], [stall]).problems;
    expect(options).toEqual(['0 when 字段“结果”没有选项“3”，可填：1、2']);
  });

  test('withstand hostile cells: each gives problems or a plan in bounded time', () => {
    const hostileTexts = [
      '__proto__',
      'constructor:toString',
      '角色:__proto__',
      '步骤:__proto__、步骤:constructor',
      '__proto__:可填写+__proto__',
      '__proto__.__proto__ = 1',
      'stall.constructor 包含 x',
      '：：：'.repeat(300),
      '（'.repeat(190),
      ' '.repeat(900),
      'stall.area >= '.repeat(60),
      `a.${'等于'.repeat(450)}`,
      `a.b ${'='.repeat(900)}`,
      '"\\',
      Array.from({ length: 2_000 }, (_, index) => `角色:r${index}`).join('、'),
      Array.from({ length: 2_000 }, () => 'stall:只读').join('；'),
      Array.from({ length: 2_000 }, (_, index) => `f${index}:可填写`).join('，'),
    ];
    for (const text of hostileTexts) {
      for (const key of [
        'process',
        'processName',
        'id',
        'name',
        'handlers',
        'forms',
        'when',
        'start',
        'limit',
        'refusalName',
      ]) {
        const { plans, problems } = importRows([{ ...first, [key]: text }, second], [stall]);
        expect(problems.length, `${key} ${text.slice(0, 20)}`).toBeLessThan(60);
        for (const plan of plans) expect(writePlan(plan)).toContain('bpmn');
      }
    }
    fc.assert(
      fc.property(
        fc.constantFrom('handlers', 'forms', 'when', 'limit', 'id'),
        fc.string({ unit: 'binary' }),
        (key, text) => {
          importRows([{ ...first, [key]: text }], [stall]);
        },
      ),
      { numRuns: randomCases(100) },
    );
  });

  test('reads each row only a few times for a sheet of the maximum size', () => {
    const readsOf = (count: number) => {
      let reads = 0;
      const countReads = <Item extends object>(item: Item) =>
        new Proxy(item, {
          get(target, name) {
            reads += 1;
            return Reflect.get(target, name);
          },
        });
      const steps = Array.from({ length: count }, (_, index) => step(`step-${index + 1}`));
      const rows = (runAllChunks(rowsOfPlan({ ...stall, steps })) ?? []).map((row) =>
        countReads({ ...row, stepLimit: '4 天' }),
      );
      const { plans } = importRows(rows, [{ ...stall, steps: steps.map(countReads) }]);
      expect(plans[0]?.steps[count - 1]?.limit).toEqual({ amount: 4, unit: 'calendarDay' });
      return reads;
    };
    const readsOf90 = readsOf(90);
    expect(readsOf(900)).toBeLessThan(12 * readsOf90);
  });
});
