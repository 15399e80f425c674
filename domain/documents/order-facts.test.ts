import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileForm } from '../forms/compile.ts';
import type { CompiledForm } from '../forms/compiled-form.ts';
import { formFacts } from './form-facts.ts';
import { knownFacts, type OrderInDocument, orderFacts } from './order-facts.ts';
import { type Facts, factAt, isList } from './placeholders.ts';

const form = compileForm(
  JSON.parse(readFileSync('server/seeds/data/forms/petition-letter.json', 'utf8')),
) as CompiledForm;
const values = {
  letterDate: '2026-02-27',
  channel: 'other',
  channelNote: '留言板',
  petitionerCount: 6,
  representatives: [{ name: '汪凤仙', certCode: '330127199001011234', mobile: '13800138000' }],
  acceptResult: 'reject',
  rejectReason: '已经三级终结。',
  investigation: '不该看见',
};

const order: OrderInDocument = {
  office: { name: '淳安县信访局', address: '环湖北路', phone: '0571-1' },
  today: '2026-03-02',
  order: {
    code: '2026000001',
    title: '反映电梯',
    itemName: '群众来信办理',
    receivedOn: '2026-02-28',
    acceptedOn: '',
    dueOn: '2026-05-01',
    concludedOn: '',
    urgency: '普通',
    status: '待受理',
    situations: [],
  },
  applicant: {
    name: '汪凤仙',
    sex: '2',
    applicantType: '1',
    typeLabel: '个人',
    certCategoryLabel: '居民身份证',
    certCode: '330127199001011234',
    mobile: '13800138000',
    address: '浙江省杭州市淳安县',
  },
  forms: { 'petition-letter': formFacts(form, values, { investigation: 0 }, 'masked') },
  handler: { name: '赵敏', orgName: '淳安县信访局', phone: '0571-1' },
  step: { button: '不予受理', opinion: '不予受理', node: '受理审查' },
  opinions: [
    {
      nodeId: 'receive',
      node: '收件',
      handler: '刘洋',
      orgName: '信访局',
      result: '确认收件',
      opinion: '一',
      at: '',
    },
    {
      nodeId: 'receive',
      node: '收件',
      handler: '刘洋',
      orgName: '信访局',
      result: '确认收件',
      opinion: '二',
      at: '',
    },
  ],
  votes: [
    { member: '徐军', orgName: '住建局', passes: true, opinion: '同意', at: '' },
    { member: '何平', orgName: '', passes: null, opinion: '', at: '' },
  ],
  missingPapers: [{ name: '授权委托书', copies: 1, note: '' }],
  attachments: ['照片.jpg'],
};

describe('facts of an order for documents', () => {
  it('show names in clear text and mask numbers unless the document is set to clear (S1 §5)', () => {
    const masked = orderFacts(order);
    expect(factAt(masked, '申请人.抬头')).toBe('汪凤仙女士');
    expect(factAt(masked, '申请人.证件号码')).toBe('**************1234');
    expect(factAt(masked, '申请人.手机')).toBe('138****8000');
    expect(factAt(orderFacts(order, 'clear'), '申请人.手机')).toBe('13800138000');
    const row = (facts: Facts) => (factAt(facts, 'representatives') as Facts[])[0];
    expect(row(formFacts(form, values, {}, 'masked'))).toMatchObject({
      name: '汪凤仙',
      mobile: '138****8000',
    });
    expect(row(formFacts(form, values, {}, 'clear'))).toMatchObject({ mobile: '13800138000' });
  });

  it('address a person by sex, an organisation by its name alone', () => {
    const honorificOf = (sex: string, applicantType: string) =>
      order.applicant &&
      factAt(orderFacts({ ...order, applicant: { ...order.applicant, sex, applicantType } }), '申请人.称谓');
    expect(honorificOf('1', '1')).toBe('先生');
    expect(honorificOf('0', '1')).toBe('同志');
    expect(honorificOf('2', '2')).toBe('');
  });

  it('contain field labels, leave out hidden fields, and contain the last opinion at a node', () => {
    const facts = orderFacts(order);
    const path = (field: string) => factAt(facts, `表单.petition-letter.${field}`);
    expect([path('channel'), path('acceptResult'), path('rejectReason')]).toEqual([
      '其他',
      '不予受理',
      '已经三级终结。',
    ]);
    expect([path('investigation'), path('undertakingUnit')]).toEqual([undefined, undefined]);
    expect(factAt(facts, '环节意见.receive.意见')).toBe('二');
    expect(factAt(facts, '会签统计')).toEqual({ 总数: 2, 通过: 1, 不通过: 0, 未答复: 1 });
  });

  it('are exactly those that the template check accepts', () => {
    const known = knownFacts([form], { nodes: {} });
    const facts = orderFacts(order);
    const pathsOf = (value: unknown, path: string): string[] =>
      typeof value !== 'object' || value === null || isList(value as never)
        ? [path]
        : Object.entries(value).flatMap(([name, inner]) =>
            pathsOf(inner, path === '' ? name : `${path}.${name}`),
          );
    const missing = pathsOf(facts, '').filter(
      (path) => !path.startsWith('环节意见.') && !known.values.has(path) && !Object.hasOwn(known.lists, path),
    );
    expect(missing).toEqual([]);
    for (const [path, members] of Object.entries(known.lists)) {
      const list = factAt(facts, path);
      if (isList(list))
        for (const entry of list) expect(Object.keys(entry as Facts).sort()).toEqual([...members].sort());
    }
    const absent = [...known.values].filter(
      (path) => !path.startsWith('表单.') && factAt(facts, path) === undefined,
    );
    expect(absent).toEqual([]);
  });
});
