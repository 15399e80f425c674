import { describe, expect, test } from 'vitest';
import { checkStaffEntry, problemOfAccountName, readStaffIdCard, type StaffEntry } from './staff-rules.ts';

const right: StaffEntry = {
  account: 'li.na-2',
  name: '李娜',
  title: '科员',
  orgId: 'office',
  idCard: '330127199307259969',
  mobile: '15405711074',
  landing: '/index',
};

describe('staff entry of an administrator', () => {
  test.each(['ab', 'li.na_2-3', '007', 'a'.repeat(32)])('accepts the account name %s', (account) => {
    expect(problemOfAccountName(account)).toBeUndefined();
  });

  test.each(['', 'a', 'Li', '李娜', 'a b', 'a'.repeat(33), 'a@b', 'ａｂ'])(
    'rejects the account name "%s"',
    (account) => {
      expect(problemOfAccountName(account)).toBeDefined();
    },
  );

  test('has no problem when it is valid, and requires neither identity number nor mobile number', () => {
    expect(checkStaffEntry(right)).toEqual([]);
    expect(checkStaffEntry({ ...right, idCard: '', mobile: '' })).toEqual([]);
    expect(checkStaffEntry({ ...right, idCard: undefined, mobile: undefined })).toEqual([]);
  });

  test('reports all problems at once, each at its field', () => {
    const invalid = {
      account: '',
      name: '　',
      title: '长'.repeat(65),
      orgId: '',
      idCard: '330127199307259968',
      mobile: '12345',
      landing: '/business/accounts',
    };
    expect(checkStaffEntry(invalid)).toEqual([
      { field: 'account', message: '请输入账号' },
      { field: 'name', message: '请输入姓名' },
      { field: 'orgId', message: '请选择机构' },
      { field: 'title', message: '职务不能超过64个字符' },
      { field: 'idCard', message: '请输入正确的身份证号' },
      { field: 'mobile', message: '请输入正确的手机号' },
      { field: 'landing', message: '不是可选的值' },
    ]);
  });

  test('normalises the identity number', () => {
    expect(readStaffIdCard(' 33012719820915996x ')).toEqual({ number: '33012719820915996X' });
    expect(readStaffIdCard('')).toEqual({ number: '' });
  });
});

test('staff names reject invisible characters; accounts start with a letter or digit; wide digits are read', () => {
  expect(problemOfAccountName('.a')).toContain('以小写字母或数字开头');
  expect(problemOfAccountName('--')).toBeDefined();
  expect(problemOfAccountName('a.b')).toBeUndefined();
  const entry = { account: 'zhang', name: '张\u200b三', title: '', orgId: 'o', landing: '/' };
  expect(checkStaffEntry(entry)).toEqual([{ field: 'name', message: '姓名不能含有不可见的字符' }]);
  expect(checkStaffEntry({ ...entry, name: '张三', mobile: '１5405713333' })).toEqual([]);
  expect(checkStaffEntry({ ...entry, name: '张三', mobile: '+86 154-0571-3333' })).toEqual([]);
  expect(readStaffIdCard('３30127199001011080')).toEqual(readStaffIdCard('330127199001011080'));
});
