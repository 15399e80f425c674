/**
 * Values of a kind: `good` ones with their texts, `wrong` ones that it reads but finds invalid, `foreign` ones that
 * it does not read.
 */
export interface ValuesOfKind {
  good: [unknown, string][];
  wrong: unknown[];
  foreign: unknown[];
}

/** Values of the kinds that name people, organisations and signatures. */
export const businessCases = {
  signature: {
    good: [[[{ id: 'f1', name: '签名.png', size: 10 }], '签名.png']],
    wrong: [
      [{ id: 'f1', name: '签名.gif', size: 10 }],
      [{ id: 'f1', name: '签名.png', size: 5 * 1024 * 1024 + 1 }],
      [
        { id: 'f1', name: '签名.png', size: 10 },
        { id: 'f2', name: '签名2.png', size: 10 },
      ],
    ],
    foreign: ['f1', [{ id: '', name: 'a.png', size: 1 }]],
  },
  jurisdiction: {
    good: [
      [
        [
          { id: 'a', name: '甲局' },
          { id: 'b', name: '乙局' },
        ],
        '甲局、乙局',
      ],
    ],
    wrong: [Array.from({ length: 51 }, (_, index) => ({ id: `o${index}`, name: '局' }))],
    foreign: ['a', [{ id: 'a b', name: '局' }], [1]],
  },
  handler: {
    good: [
      [[{ handlerType: '1', candidateCode: 'zhangwei', candidateName: '张伟' }], '张伟'],
      [[{ handlerType: 4, candidateCode: '330127-zjj', candidateName: '县住建局' }], '县住建局'],
    ],
    wrong: [
      [
        { handlerType: 1, candidateCode: 'a', candidateName: '甲' },
        { handlerType: 3, candidateCode: 'a', candidateName: '乙' },
      ],
    ],
    foreign: [
      'staff:a',
      [{ handlerType: 2, candidateCode: 'a', candidateName: '甲' }],
      [{ handlerType: 1, candidateCode: '', candidateName: '甲' }],
      [{ handlerType: 1, candidateCode: 'a' }],
    ],
  },
  applicant: {
    good: [
      [
        {
          name: ' 阿依古丽.买买提 ',
          certCategory: '10',
          certCode: '１１010519491231002X',
          mobile: '+86 138-0013-8000',
          x: 1,
        },
        '阿依古丽·买买提，居民身份证 11010519491231002X，手机号码 13800138000',
      ],
      [{ name: '张三', mobile: '13800138000' }, '张三，手机号码 13800138000'],
    ],
    wrong: [
      { name: '', mobile: '13800138000' },
      { name: '张三', mobile: '' },
      { name: '张三', mobile: '138' },
      { name: '张三', mobile: '020-12345678' },
      { name: '长'.repeat(101), mobile: '13800138000' },
      { name: '张三', mobile: '13800138000', certCode: '110105194912310021' },
      { name: '张三', mobile: '13800138000', certCategory: '49' },
      { name: '张三', mobile: '13800138000', certCategory: '20', certCode: 'G 1(2)' },
    ],
    foreign: ['张三', 1, [], { name: 1 }, { name: '张三', mobile: null }],
  },
} satisfies Record<string, ValuesOfKind>;
