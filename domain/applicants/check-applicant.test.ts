import { describe, expect, it } from 'vitest';
import { checkApplicant } from './check-applicant.ts';

const person = {
  name: '王秀英',
  mobile: '13800138000',
  certCategory: '10',
  certCode: '',
  contactNo: '',
  detailAddress: '',
  remark: '',
};
const messages = (change: Partial<typeof person>) =>
  checkApplicant({ ...person, ...change }).map((problem) => `${problem.field}: ${problem.message}`);

describe('an applicant', () => {
  it('needs a name and a telephone, and hears of both at once', () => {
    expect(messages({ name: ' ', mobile: '' })).toEqual([
      'name: 申请人姓名不能为空',
      'mobile: 手机号码不能为空',
    ]);
  });

  it('may come without a certificate, but not with a wrong one', () => {
    expect(messages({ certCode: '' })).toEqual([]);
    expect(messages({ certCode: '110101199003070000' })).toEqual(['certCode: 请输入正确的证件']);
    expect(messages({ certCategory: '20', certCode: 'E 123' })).toEqual(['certCode: 请输入正确的证件']);
    expect(messages({ certCategory: '49' })).toEqual(['certCode: 请选择证件类型']);
  });

  it('may leave a mobile or a landline number, the second number being a landline', () => {
    expect(messages({ mobile: '020-81234567' })).toEqual([]);
    expect(messages({ mobile: '12345' })).toEqual(['mobile: 请输入正确的手机号']);
    expect(messages({ contactNo: '81234567' })).toEqual(['contactNo: 请输入固定电话，示例：020-12345678']);
  });

  it('keeps name, address and remark within their lengths, counted in characters', () => {
    expect(messages({ name: '𠮷'.repeat(100) })).toEqual([]);
    expect(messages({ name: '王'.repeat(101) })).toEqual(['name: 请输入不超过100个字符']);
    expect(messages({ detailAddress: '路'.repeat(501), remark: '急'.repeat(501) })).toEqual([
      'detailAddress: 请输入不超过500个字符',
      'remark: 请输入不超过500个字符',
    ]);
  });
});
