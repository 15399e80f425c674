import { describe, expect, it } from 'vitest';
import { readCases } from '#test/vectors/read-vectors.ts';
import { commonPasswords } from './common-passwords.ts';
import { checkPassword, checkPasswordChange, passwordMessage, passwordProfiles } from './password-rule.ts';

const context = { profile: passwordProfiles.standard, common: commonPasswords };
const strict = { profile: passwordProfiles.strict, common: commonPasswords };
const valid = readCases(new URL('./vectors/password.valid.txt', import.meta.url));
const invalid = readCases(new URL('./vectors/password.invalid.txt', import.meta.url));

describe('password rule (S0 §5)', () => {
  it.each(valid)('accepts $value: $reason', ({ value }) => {
    expect(checkPassword(value, context)).toEqual([]);
  });

  it.each(invalid)('rejects $value: $reason', ({ value }) => {
    expect(checkPassword(value, context)).not.toEqual([]);
  });

  it('has at least 40 valid and 40 invalid cases', () => {
    expect(valid.length).toBeGreaterThanOrEqual(40);
    expect(invalid.length).toBeGreaterThanOrEqual(40);
  });

  it('rejects passwords that the usual regular expression accepts', () => {
    const naive = /^(?=.*[A-Za-z])(?=.*\d)(?=.*[^A-Za-z\d]).{6,18}$/;
    expect(invalid.filter(({ value }) => naive.test(value)).length).toBeGreaterThan(20);
  });

  it('uses the message of the specification', () => {
    expect(checkPassword('short', context)).toEqual([
      { field: 'password', message: '密码必须由字母、数字、特殊符号组成，长度6-18位' },
    ]);
  });
});

describe('list of common passwords', () => {
  it('has at least 3,000 entries, all of which pass the other rules', () => {
    expect(commonPasswords.size).toBeGreaterThanOrEqual(3000);
    const invalidEntries = [...commonPasswords].filter(
      (password) => checkPassword(password, { ...context, common: new Set() }).length > 0,
    );
    expect(invalidEntries).toEqual([]);
  });

  it('rejects its entries in any case, in both profiles', () => {
    const problem = [{ field: 'password', message: passwordMessage.common }];
    expect(checkPassword('aDmIn@123', context)).toEqual(problem);
    expect(checkPassword('Admin@123456', strict)).toEqual(problem);
  });
});

describe('strict password profile', () => {
  it('requires both cases, ten characters, and no account name inside', () => {
    expect(checkPassword('Kx7#pLm2!q', strict)).toEqual([]);
    expect(checkPassword('kx7#plm2!q', strict)).toHaveLength(1);
    expect(checkPassword('Kx7#pLm2!', strict)).toHaveLength(1);
    expect(checkPassword('K7#LiWei!qz', { ...strict, account: 'liwei' })).toEqual([
      { field: 'password', message: passwordMessage.containsAccount },
    ]);
  });
});

describe('change of a password', () => {
  const change = { oldPassword: 'Kx7#pLm2', newPassword: 'Qv4!tRw8', confirmation: 'Qv4!tRw8' };

  it('accepts a confirmed new password', () => {
    expect(checkPasswordChange(change, context)).toEqual([]);
  });

  it('reports all problems at once', () => {
    expect(
      checkPasswordChange({ oldPassword: '', newPassword: 'abc', confirmation: 'abd' }, context),
    ).toEqual([
      { field: 'oldPassword', message: '当前密码不能为空' },
      { field: 'newPassword', message: '密码必须由字母、数字、特殊符号组成，长度6-18位' },
      { field: 'confirmation', message: '两次输入的新密码需保持一致' },
    ]);
    expect(checkPasswordChange({ oldPassword: '', newPassword: '', confirmation: '' }, context)).toEqual([
      { field: 'oldPassword', message: '当前密码不能为空' },
      { field: 'newPassword', message: '新密码不能为空' },
      { field: 'confirmation', message: '确认密码不能为空' },
    ]);
  });

  it('rejects the old password', () => {
    const unchanged = { ...change, newPassword: change.oldPassword, confirmation: change.oldPassword };
    expect(checkPasswordChange(unchanged, context)).toEqual([
      { field: 'newPassword', message: '新密码不能与当前密码相同' },
    ]);
  });
});
