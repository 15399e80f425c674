import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FieldKind, isSingleChoice } from './kind.ts';
import { fieldKinds } from './kinds.ts';
import { businessCases, type ValuesOfKind } from './test-business-cases.ts';

const context = { props: {}, options: [{ value: 'a', label: '甲' }] };

const pictureOf = (index: number) =>
  `<img src="/file/files/00000000-0000-4000-8000-${String(index).padStart(12, '0')}/preview" alt="">`;

/** Values for each kind; a missing one is a compile error. */
const cases: Record<keyof typeof fieldKinds, ValuesOfKind> = {
  'single-line': { good: [[' 张三 ', '张三']], wrong: ['上\n下'], foreign: [1, {}, []] },
  textarea: {
    good: [['第一行\n第二行', '第一行\n第二行']],
    wrong: ['长'.repeat(20_001)],
    foreign: [1, {}, []],
  },
  'rich-text': {
    good: [
      ['<p>一</p><p>H<sub>2</sub>O</p>', '一\nH₂O'],
      ['a < b', 'a < b'],
    ],
    wrong: [
      `<p>${'长'.repeat(20_001)}</p>`,
      `<p>x</p>${' '.repeat(50_000)}`,
      '<br>'.repeat(5_000),
      `${'<b>'.repeat(21)}x`,
      Array.from({ length: 31 }, (_, index) => pictureOf(index)).join(''),
    ],
    foreign: [1, {}, []],
  },
  heading: { good: [], wrong: [], foreign: [] },
  divider: { good: [], wrong: [], foreign: [] },
  switch: {
    good: [
      [true, '是'],
      [false, '否'],
    ],
    wrong: [],
    foreign: ['true', 1, 0, '', []],
  },
  time: { good: [[' 09:30 ', '09:30']], wrong: ['9:30', '24:00', '09:30:00', '上午'], foreign: [930, {}] },
  'date-range': {
    good: [
      [['2026-01-05', ' 2026-02-01 '], '2026-01-05 至 2026-02-01'],
      [['2026-01-05', '2026-01-05'], '2026-01-05 至 2026-01-05'],
    ],
    wrong: [
      ['2026-02-01', '2026-01-05'],
      ['2026-02-01', ''],
      ['', '2026-02-01'],
      ['2026-02-30', '2026-03-01'],
    ],
    foreign: ['2026-01-05', ['2026-01-05'], ['2026-01-05', null], [1, 2], {}],
  },
  slider: {
    good: [
      [0, '0'],
      ['40', '40'],
    ],
    wrong: [-1, 101, 0.5],
    foreign: ['高', {}, true],
  },
  rating: { good: [[4, '4 星']], wrong: [0, 6, 3.5], foreign: ['好', {}, true] },
  password: {
    good: [
      ['secret', '********'],
      ['******', '********'],
      [' a ', '********'],
    ],
    wrong: ['长'.repeat(201)],
    foreign: [1, {}, ['a']],
  },
  nation: {
    good: [
      ['01', '汉族'],
      ['汉', '汉族'],
      ['汉族', '汉族'],
      ['45', '鄂温克族'],
      ['鄂伦春', '鄂伦春族'],
    ],
    wrong: ['1', '00', '57', '汉人'],
    foreign: [1, ['01'], {}],
  },
  number: {
    good: [
      [12.5, '12.5'],
      ['-3', '-3'],
      [0, '0'],
      [-0, '0'],
      ['-0', '0'],
      ['１，２３４。5', '1234.5'],
      [1e-7, '0.0000001'],
    ],
    wrong: [1e21, Number('9999999999.999999'), 1e-11],
    foreign: [
      '1e3',
      '0x10',
      'NaN',
      '9999999999.999999',
      '999999999999999.99',
      '12,5',
      Number.NaN,
      Number.POSITIVE_INFINITY,
      {},
      true,
    ],
  },
  radio: { good: [['a', '甲']], wrong: ['b'], foreign: [1, ['a']] },
  checkbox: { good: [[['a', 'a'], '甲']], wrong: [['a', 'b']], foreign: ['a', [1]] },
  select: {
    good: [
      ['a', '甲'],
      [['a'], '甲'],
    ],
    wrong: ['b', ['a', 'b']],
    foreign: [1, [1]],
  },
  date: {
    good: [['2024-02-29', '2024-02-29']],
    wrong: ['2026-02-29', '2026-2-1', '20260201'],
    foreign: [20260201, {}],
  },
  region: {
    good: [
      [
        [
          { code: '330000', name: '浙江省', extra: 1 },
          { code: '330100', name: '杭州市' },
        ],
        '浙江省杭州市',
      ],
    ],
    wrong: [Array.from({ length: 5 }, (_, index) => ({ code: `33010${index}`, name: '区' }))],
    foreign: ['330000', [{ code: 'x', name: '浙江省' }], [{}]],
  },
  organisation: {
    good: [
      [
        [
          { id: '330127-zjj', name: '县住建局', extra: 1 },
          { id: '330127-zjj', name: '县住建局' },
        ],
        '县住建局',
      ],
    ],
    wrong: [
      [
        { id: 'a', name: '甲局' },
        { id: 'b', name: '乙局' },
      ],
    ],
    foreign: ['县住建局', [{ id: 'a' }], [{ id: '坏', name: '甲局' }]],
  },
  upload: {
    good: [[[{ id: 'f1', name: '图.PNG', size: 10, url: 'x' }], '图.PNG']],
    wrong: [
      [{ id: 'f1', name: '图.exe', size: 10 }],
      [{ id: 'f1', name: '图.png', size: 20 * 1024 * 1024 + 1 }],
    ],
    foreign: ['f1', [{ id: '', name: 'a.png', size: 1 }], [{ id: 'f', name: 'a.png', size: -1 }]],
  },
  'tree-select': {
    good: [
      ['a', '甲'],
      [['a'], '甲'],
    ],
    wrong: ['b', ['a', 'b']],
    foreign: [1, [1]],
  },
  'cascader-select': {
    good: [[['a'], '甲']],
    wrong: [['b'], ['a', 'a']],
    foreign: ['a', [1], ['1', '2', '3', '4', '5', '6'], {}],
  },
  'image-upload': {
    good: [[[{ id: 'f1', name: '图.PNG', size: 10, url: 'x' }], '图.PNG']],
    wrong: [
      [{ id: 'f1', name: '说明.pdf', size: 10 }],
      [{ id: 'f1', name: '图.png', size: 20 * 1024 * 1024 + 1 }],
    ],
    foreign: ['f1', [{ id: '', name: 'a.png', size: 1 }]],
  },
  ...businessCases,
  table: {
    good: [[[{ a: 1 }], '共1行']],
    wrong: [Array.from({ length: 501 }, () => ({}))],
    foreign: ['x', [1], [[]]],
  },
  array: {
    good: [[[{ a: { b: 1 } }, {}], '共2项']],
    wrong: [Array.from({ length: 501 }, () => ({}))],
    foreign: ['x', {}, [1], [[]]],
  },
  object: {
    good: [
      [{ street: '青溪大街' }, '已填写'],
      [{ street: '', files: [], inner: { a: null } }, ''],
    ],
    wrong: [],
    foreign: ['x', 1, [], [{}]],
  },
  'sub-form': { good: [[{ street: '青溪大街' }, '已填写']], wrong: [], foreign: ['x', 1, [], [{}]] },
};

describe.each(Object.entries(fieldKinds) as [keyof typeof cases, FieldKind][])(
  'field kind %s',
  (name, kind) => {
    it('is registered under its component', () => expect(kind.component).toBe(name));

    it('accepts its empty value, with an empty text', () => {
      expect(kind.isEmpty(kind.empty)).toBe(true);
      expect(kind.validate(kind.empty, context)).toEqual([]);
      expect(kind.text(kind.empty, context)).toBe('');
      expect(kind.normalise(null)).toEqual(kind.empty);
    });

    it('accepts its values, and normalises an accepted value to itself', () => {
      for (const [raw, text] of cases[name].good) {
        const value = kind.normalise(raw);
        expect(value, String(raw)).toBeDefined();
        expect(kind.validate(value, context)).toEqual([]);
        expect(kind.text(value, context)).toBe(text);
        expect(kind.normalise(value)).toEqual(value);
      }
    });

    it('finds invalid values invalid and cannot read foreign ones', () => {
      for (const raw of cases[name].wrong)
        expect(kind.validate(kind.normalise(raw), context), String(raw)).not.toEqual([]);
      for (const raw of cases[name].foreign) expect(kind.normalise(raw), JSON.stringify(raw)).toBeUndefined();
    });

    it('throws no exception for any value', () => {
      fc.assert(
        fc.property(fc.anything(), (raw) => {
          const value = kind.normalise(raw);
          if (value === undefined) return;
          kind.isEmpty(value);
          kind.validate(value, context);
          kind.text(value, context);
        }),
      );
    });
  },
);

describe('field kinds with properties', () => {
  it('tell an untouched switch, slider and rating from one that is off or at its lowest value', () => {
    expect(fieldKinds.switch.isEmpty(false)).toBe(false);
    expect(fieldKinds.slider.isEmpty(0)).toBe(false);
    for (const name of ['switch', 'slider', 'rating'] as const)
      expect(fieldKinds[name].isEmpty(null)).toBe(true);
  });

  it('refuse a text for a switch without speaking of numbers', () => {
    for (const text of ['abc', '12', '1234567890123456', '是'])
      expect(fieldKinds.switch.problemOfText?.(text)).toBe('请选择是或否');
  });

  it('limit a slider to its scale', () => {
    const validate = (value: number) =>
      fieldKinds.slider.validate(value, { props: { min: -1, max: 1, step: 0.1 }, options: [] });
    expect(validate(0.3)).toEqual([]);
    expect(validate(0.25)).toEqual(['请按每 0.1 一档选择']);
    expect(validate(1.1)).toEqual(['请选择 -1 至 1 之间的值']);
  });

  it.each([
    [{ min: 5, max: 5 }, '滑块的最小值应小于最大值'],
    [{ min: 'x' as unknown as number }, '滑块的最小值应小于最大值'],
    [{ step: 0 }, '滑块的间隔应大于 0，且不超过最大值与最小值之差'],
    [{ step: 0.001 }, '滑块不得超过10000档，请加大间隔'],
    [{ min: 0, max: 10, step: 0.5 }, undefined],
    [{}, undefined],
  ])('find a slider with %j: %s', (props, problem) => {
    expect(fieldKinds.slider.problemOfProps?.(props)).toBe(problem);
  });

  it('accept as formats of pictures only those of pictures', () => {
    const { validate, problemOfProps } = fieldKinds['image-upload'];
    const problems = (accept: string[]) =>
      validate([{ id: 'f', name: 'a.png', size: 1 }], { props: { accept }, options: [] });
    expect(problems(['jpg'])).toEqual(['格式错误！请重新上传']);
    expect(problemOfProps?.({ accept: ['jpg', 'pdf'] })).toBe('图片格式（accept）只能是jpg、jpeg、png、gif');
    expect(problemOfProps?.({ accept: ['jpg'] })).toBeUndefined();
  });

  it('take an option of a tree on any level, or a way to its last level', () => {
    const options = [
      { value: 'food', label: '食品', children: [{ value: 'fruit', label: '水果' }] },
      { value: 'book', label: '图书' },
    ];
    const of = (name: 'tree-select' | 'cascader-select', value: string[]) => {
      const [kind, context] = [fieldKinds[name], { props: { multiple: true }, options }];
      return [kind.text(value, context), kind.validate(value, context)];
    };
    expect(of('tree-select', ['food', 'fruit'])).toEqual(['食品、水果', []]);
    expect(of('tree-select', ['gone'])).toEqual(['gone', ['请选择有效的选项']]);
    expect(of('cascader-select', ['food', 'fruit'])).toEqual(['食品 / 水果', []]);
    expect(of('cascader-select', ['book'])).toEqual(['图书', []]);
    expect(of('cascader-select', ['food'])).toEqual(['食品', ['请选择到最后一级']]);
    expect(of('cascader-select', ['fruit'])).toEqual(['fruit', ['请选择有效的选项']]);
  });

  it('have the 56 ethnic groups of GB/T 3304, each with its code', () => {
    const text = (code: string) => fieldKinds.nation.text(code, context);
    expect(fieldKinds.nation.ownOptions).toHaveLength(56);
    const known = { '02': '蒙古族', '05': '维吾尔族', '15': '土家族', '30': '土族', '36': '毛南族' };
    expect(Object.keys(known).map(text)).toEqual(Object.values(known));
    expect(['46', '52', '56'].map(text)).toEqual(['德昂族', '鄂伦春族', '基诺族']);
  });

  it('limit numbers to their decimal places', () => {
    const validate = (value: number, precision: number) =>
      fieldKinds.number.validate(value, { props: { precision }, options: [] });
    expect(validate(1.5, 0)).toEqual(['请输入整数']);
    expect(validate(1.234, 2)).toEqual(['最多2位小数']);
    expect(validate(1e-7, 2)).toEqual(['最多2位小数']);
    expect(validate(1.23, 2)).toEqual([]);
  });

  it('store regions with codes of six digits, the other region with its three (S2 §9)', () => {
    const steps = (...codes: string[]) => codes.map((code) => ({ code, name: '某地' }));
    expect(fieldKinds.region.normalise(steps('33', '3301', '330127', '330127001'))).toEqual(
      steps('330000', '330100', '330127', '330127001'),
    );
    expect(fieldKinds.region.normalise(steps('999'))).toEqual(steps('999'));
  });

  it('require the minimum level of a region, unless it has no divisions below', () => {
    const validate = (...codes: string[]) =>
      fieldKinds.region.validate(
        codes.map((code) => ({ code, name: code })),
        { props: { minLevel: 3 }, options: [] },
      );
    expect(validate('330000', '330100')).toEqual(['请至少选择到县（区）']);
    expect(validate('330000', '330100', '330106')).toEqual([]);
    expect(validate('810000')).toEqual([]);
    expect(validate('999000')).toEqual([]);
  });
});

it.each([
  ['radio', {}, true],
  ['select', {}, true],
  ['select', { multiple: true }, false],
  ['checkbox', {}, false],
  ['tree-select', {}, false],
  ['cascader-select', {}, false],
  ['organisation', {}, false],
  ['textarea', {}, false],
  ['rich-text', {}, false],
] as const)('a field of kind %s with %j takes exactly one option: %s', (name, props, expected) => {
  expect(isSingleChoice({ kind: fieldKinds[name], props })).toBe(expected);
});
