import { describe, expect, test } from 'vitest';
import type { AuthorityByField } from '../authority.ts';
import { compileNewForm } from '../compile-new.ts';
import { evaluateLinkage } from '../linkage.ts';
import type { FieldModel } from '../model.ts';
import { computing, field, submit } from '../test-computed.ts';
import { buildForm, buildModel } from '../test-forms.ts';
import { computedText } from './computing.ts';

const list = (id: string, ...fields: FieldModel[]) => field(id, { 'x-component': 'array', fields });
const object = (id: string, ...fields: FieldModel[]) => field(id, { 'x-component': 'object', fields });
const text = (id: string, more: Partial<FieldModel> = {}) =>
  field(id, { 'x-component': 'single-line', ...more });

/** Orders with lines and fees, computed at each of three depths and in the form. */
const orders: readonly FieldModel[] = [
  field('rate'),
  list(
    'orders',
    field('rate'),
    list(
      'lines',
      field('count'),
      object('price', field('net'), field('gross', { computed: 'net * rate * count' })),
    ),
    field('total', { computed: 'sum(lines.price.gross)' }),
  ),
  object('summary', field('all', { computed: 'sum(orders.total)' }), field('rates', { computed: 'rate' })),
  field('grand', { computed: 'summary.all + count(orders.lines)' }),
];

const line = (count: number, net: number) => ({ count, price: { net } });

function problemsOf(fields: readonly FieldModel[]) {
  const compiled = compileNewForm(buildModel(fields));
  return Array.isArray(compiled) ? compiled.map(({ field: path, message }) => `${path}：${message}`) : [];
}

describe('a computed field inside others (S2 §5)', () => {
  test('reads the field of the nearest row, then of the rows around it, then of the form', () => {
    expect(problemsOf(orders)).toEqual([]);
    const sent = {
      rate: 7,
      orders: [
        { rate: 2, lines: [line(1, 10), line(3, 5)] },
        { rate: 1, lines: [line(1, 0.5)] },
        { rate: 4 },
      ],
    };
    const { values } = submit(orders, sent);
    expect(values).toMatchObject({
      orders: [
        { total: 50, lines: [{ price: { gross: 20 } }, { price: { gross: 30 } }] },
        { total: 0.5, lines: [{ price: { gross: 0.5 } }] },
        { total: null },
      ],
      summary: { all: 50.5, rates: 7 },
      grand: 53.5,
    });
  });

  test('is computed by the server, whatever was sent, also where nothing was sent', () => {
    const stored = submit(orders, { rate: 7, orders: [{ rate: 2, lines: [line(1, 10)] }] }).values;
    const rows = [{ _uid: '0', rate: 3, total: 99, lines: [{ _uid: '0', ...line(1, 10) }] }];
    const sent = submit(orders, { orders: rows, summary: { all: 1 } }, { stored }).values;
    expect(sent).toMatchObject({ orders: [{ total: 30 }], summary: { all: 30, rates: 7 }, grand: 31 });
    const other = submit(orders, { rate: 8 }, { stored });
    expect(other.values).toMatchObject({ orders: [{ total: 20 }], summary: { all: 20, rates: 8 } });
    expect(other.changed).toEqual(['rate', 'summary']);
  });

  test('fills in an object inside a row that was never filled in', () => {
    const fields = [field('a'), list('list', text('b'), object('o', field('c', { computed: 'a * 2' })))];
    const { values } = submit(fields, { a: 4 }, { stored: { list: [{ b: '甲' }] } });
    expect(values.list).toEqual([{ b: '甲', o: { c: 8 } }]);
  });

  test('reads what linkage hides as empty, and has no value while its object is hidden', () => {
    const hides = [{ when: { field: 'a', is: 'equals' as const, value: 1 }, effects: ['hide' as const] }];
    const fields = [
      field('a'),
      { ...object('o', field('b'), field('c', { computed: 'sum(a, b)' })), linkage: hides },
      field('d', { computed: 'count([o.b, o.c])' }),
    ];
    expect(submit(fields, { a: 2, o: { b: 3 } }).values).toMatchObject({ o: { b: 3, c: 5 }, d: 2 });
    expect(submit(fields, { a: 1, o: { b: 3 } }).values).toEqual({ a: 1, d: 0 });
  });

  test('is checked at its place like a typed value', () => {
    const fields = [
      list('list', field('a'), field('b', { computed: 'a * 2', rules: [{ rule: 'max', value: 9 }] })),
    ];
    expect(submit(fields, { list: [{ a: 1 }, { a: 5 }] }).problems).toEqual([
      { field: 'list[1].b', message: expect.stringContaining('9') },
    ]);
  });

  test('says in words what it is computed from', () => {
    const form = buildForm(orders.map((each) => ({ ...each, title: `表单${each.id}` })));
    const [, ofOrders, summary] = form.fields;
    const [rate, lines, total] = ofOrders?.columns ?? [];
    expect(rate?.title).toBe('rate');
    const gross = lines?.columns[1]?.columns[1];
    expect([gross, total, summary?.columns[1]].map((each) => each && computedText(each, form))).toEqual([
      '（“net” × “rate”） × “count”',
      '“lines”的“price”的“gross”的合计',
      '“表单rate”',
    ]);
  });
});

describe('a node that restricts fields inside others (S1 §6)', () => {
  const fields: readonly FieldModel[] = [
    list(
      'list',
      field('a'),
      object('o', field('b', { computed: 'a * 2' })),
      field('c', { computed: 'o.b + 1' }),
    ),
    field('sum', { computed: 'sum(list.c)' }),
    object('p', field('q', { computed: 'sum(list.a)' })),
  ];
  const stored = { list: [{ a: 1, o: { b: 2 }, c: 3 }], sum: 3, p: { q: 1 } };
  const authority: AuthorityByField = { '*': 2, 'list[].a': 0 };

  test('computes from hidden fields on the server; the browser shows the stored values', () => {
    const sent = { list: [{ _uid: '0', a: 50 }, { _uid: 'n1' }] };
    const { values } = submit(fields, sent, { stored, authority });
    expect(values).toEqual({
      list: [
        { a: 1, o: { b: 2 }, c: 3 },
        { a: null, o: {}, c: null },
      ],
      sum: 3,
      p: { q: 1 },
    });
    const { fields: states, rows } = evaluateLinkage(buildForm(fields), stored, {
      authority,
      computing: { ...computing, lacksHidden: true },
    });
    const cells = [rows['list[0].o']?.[0]?.b, rows.list?.[0]?.c, states.sum, rows.p?.[0]?.q];
    expect(cells.map((cell) => [cell?.value, cell?.isSet, cell?.isComputed])).toEqual([
      [2, true, undefined],
      [3, true, undefined],
      [3, true, undefined],
      [1, true, undefined],
    ]);
  });

  test('stores a value that the person does not see, or may only read', () => {
    for (const access of [0, 1] as const) {
      const restricted: AuthorityByField = { '*': 2, 'list[].o': access, 'list[].c': access, p: access };
      const { values } = submit(fields, { list: [{ _uid: '0', a: 7 }] }, { stored, authority: restricted });
      // A field is computed where the field around it can be edited.
      expect(values).toMatchObject({ list: [{ a: 7, o: { b: 2 }, c: 3 }], sum: 3, p: { q: 1 } });
    }
  });
});

describe('publishing refuses inside fields', () => {
  const masked = text('phone', { 'x-secret': true, 'x-secret-rule': 'mobile' });

  test.each<[string, readonly FieldModel[], string[]]>([
    [
      'a circle across levels (S2 §5)',
      [list('l', object('o', field('a', { computed: 'total' }))), field('total', { computed: 'sum(l.o.a)' })],
      ['l：计算或联动形成循环：l → total → l'],
    ],
    [
      'a circle inside a row',
      [list('l', field('t', { computed: 'sum(m.a)' }), list('m', field('a', { computed: 't' })))],
      ['l[].t：计算或联动形成循环：t → m → t'],
    ],
    [
      'an expression that reads a field around its own',
      [list('l', object('o', field('a', { computed: 'count(l)' })))],
      ['l[].o.a：计算不能引用本字段所在的“l”', 'l：计算或联动形成循环：l → l'],
    ],
    [
      'a secret value, also through an object',
      [list('l', masked, object('o', masked)), text('a', { computed: 'string join(l.o.phone, "")' })],
      ['a：计算不能引用脱敏或密码的字段“phone”'],
    ],
    [
      'an unknown field',
      [object('o', field('b')), field('a', { computed: 'sum(o.b, o.c)' })],
      ['a：计算引用了“o”没有的字段“c”'],
    ],
    [
      'an encrypted value that would be stored unencrypted',
      [
        object('o', object('p', field('b', { 'x-encryption': true }))),
        object('q', field('a', { computed: 'o.p.b' })),
      ],
      ['q.a：计算引用了加密存储的字段“b”，本字段也要加密存储'],
    ],
    ['a result of another type', [list('l', field('a', { computed: '"甲"' }))], ['l[].a：计算结果应为数字']],
  ])('%s', (_, fields, expected) => {
    expect(problemsOf(fields)).toEqual(expected);
  });
});

test('no expression of a form published earlier gets a secret inside an object or a list (S1 §5)', () => {
  const secret = text('phone', { 'x-secret': true, 'x-secret-rule': 'mobile' });
  const fields = [
    list('l', object('o', secret, text('place'))),
    text('a', { computed: 'string join(l.o.phone, "")' }),
    text('b', { computed: 'string join(l.o.place, "")' }),
  ];
  const content = { l: [{ o: { phone: '13800138000', place: '大石街' } }] };
  for (const access of [0, 2] as const) {
    const sent = { l: [{ _uid: '0', o: { phone: '138****8000', place: '大石街' } }], b: '' };
    const { values } = submit(fields, sent, { stored: content, authority: { '*': 2, 'l[].o': access } });
    expect([values.a ?? '', values.b, values.l]).toEqual(['', '大石街', content.l]);
  }
});
