import { describe, expect, it } from 'vitest';
import { readCases, readMappings } from '#test/vectors/read-vectors.ts';
import { isCertificateCategory } from '../enumerations/certificate-category.ts';
import { Gender, genderLabel } from '../enumerations/gender.ts';
import { certificateMessage, checkCertificate, isCertificate } from './certificate.ts';
import { genderOfIdCard, isIdCard, readIdCard, toIdCard18 } from './id-card.ts';
import { checkLandline, checkMobile, checkPhone, isLandline, isMobile, isPhone } from './phone.ts';
import { isUnifiedSocialCreditCode } from './unified-social-credit-code.ts';

const vector = (name: string) => new URL(`./vectors/${name}.txt`, import.meta.url);

/**
 * Each rule with the regular expression that is commonly used instead; the expression must fail on the same
 * lists.
 */
const rules = [
  { name: 'id-card', is: isIdCard, naive: /^(?:\d{15}|\d{17}[\dX])$/ },
  { name: 'unified-social-credit-code', is: isUnifiedSocialCreditCode, naive: /^[0-9A-Z]{18}$/ },
  { name: 'mobile', is: isMobile, naive: /^1\d{10}$/ },
  { name: 'landline', is: isLandline, naive: /^0\d{2,3}-?\d{7,8}$/ },
];

describe.each(rules)('number rule $name', ({ name, is, naive }) => {
  const valid = readCases(vector(`${name}.valid`));
  const invalid = readCases(vector(`${name}.invalid`));

  it.each(valid)('accepts $value: $reason', ({ value }) => {
    expect(is(value)).toBe(true);
  });

  it.each(invalid)('rejects $value: $reason', ({ value }) => {
    expect(is(value)).toBe(false);
  });

  it('has at least 40 valid and 40 invalid cases without duplicates', () => {
    for (const list of [valid, invalid]) {
      expect(list.length).toBeGreaterThanOrEqual(40);
      expect(new Set(list.map(({ value }) => value)).size).toBe(list.length);
    }
  });

  it('has cases on which the usual regular expression fails', () => {
    const missed = [
      ...valid.filter(({ value }) => !naive.test(value)),
      ...invalid.filter(({ value }) => naive.test(value)),
    ];
    expect(missed.length).toBeGreaterThan(0);
  });
});

describe('certificate number by category (S1 §5, S2 §5)', () => {
  const cases = readMappings(vector('certificate'));
  const message = { 正确: undefined, 错误: certificateMessage.wrong, 过长: certificateMessage.tooLong };

  it.each(cases)('$input is $output: $reason', ({ input, output }) => {
    const category = input.slice(0, 2);
    const number = input.slice(3);
    if (!isCertificateCategory(category)) throw new Error(`${category} is no category`);
    expect(checkCertificate(category, number)).toBe(message[output as keyof typeof message]);
    expect(isCertificate(category, number)).toBe(output === '正确');
  });

  it('uses the messages of the specification and has at least 40 cases', () => {
    expect(certificateMessage).toEqual({ wrong: '请输入正确的证件', tooLong: '证件号码不得超出18个字符' });
    expect(cases.length).toBeGreaterThanOrEqual(40);
  });
});

describe('facts in an identity number', () => {
  it.each(readMappings(vector('id-card.facts')))('of $input are $output', ({ input, output }) => {
    const facts = readIdCard(input);
    const sex = genderLabel[genderOfIdCard(input)];
    expect(`${facts?.birthDate} ${sex} ${toIdCard18(input)}`).toBe(output);
    expect(facts?.areaCode).toBe(input.slice(0, 6));
    expect(isIdCard(toIdCard18(input) ?? '')).toBe(true);
  });

  it('are missing for an invalid number', () => {
    for (const { value } of readCases(vector('id-card.invalid'))) {
      expect(readIdCard(value)).toBeUndefined();
      expect(toIdCard18(value)).toBeUndefined();
      expect(genderOfIdCard(value)).toBe(Gender.unknown);
    }
  });
});

describe('phone numbers', () => {
  it('are rejected with the messages of the specification', () => {
    expect(checkMobile('12800138000')).toBe('请输入正确的手机号');
    expect(checkLandline('12345678')).toBe('请输入固定电话，示例：020-12345678');
    expect(checkPhone('12345678')).toBe('请输入正确的手机号');
    expect([checkMobile('13800138000'), checkLandline('020-12345678')]).toEqual([undefined, undefined]);
  });

  it('may be mobile or landline numbers on the applicant card (S2 §5)', () => {
    for (const name of ['mobile.valid', 'landline.valid']) {
      for (const { value } of readCases(vector(name))) expect(isPhone(value)).toBe(true);
    }
  });
});
