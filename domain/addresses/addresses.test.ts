import { describe, expect, test } from 'vitest';
import { findAddress } from './old-addresses.ts';
import { findPlannedAddress } from './planned-addresses.ts';

describe('addresses of the specification (S0 §2)', () => {
  test.each([
    ['/draft', '/affair/draft'],
    ['/detail/2026000001', '/affair/detail/2026000001'],
    ['/detail/7/1', '/consult-complaints/detail/7/1'],
    ['/add/', '/consult-complaints/add'],
    ['/all', '/query/all'],
    ['/view/2026000001', '/query/view/2026000001'],
    ['/query', '/query/all'],
    ['/query/', '/query/all'],
    ['/affair/', '/affair'],
    ['/business/staff', '/business/accounts'],
    ['/business/templates', '/business/document-templates'],
    ['//evil.example/x', '/evil.example/x'],
    ['/todo//', '/todo'],
  ])('replaces %s by %s', (from, to) => {
    expect(findAddress(from)).toBe(to);
  });

  test.each([
    '/',
    '/affair',
    '/affair/detail/2026000001',
    '/query/all',
    '/petition',
    '/detail',
    '/detail/'.slice(0, 7),
  ])('keeps %s', (path) => {
    expect(findAddress(path)).toBeUndefined();
  });

  test('replaces each old address by a final one', () => {
    for (const path of [
      '/draft',
      '/add',
      '/all',
      '/view/1',
      '/query',
      '/guide',
      '/detail/1',
      '/business/staff',
      '/business/templates',
    ]) {
      expect(findAddress(findAddress(path) ?? '')).toBeUndefined();
    }
  });
});

describe('pages that do not exist yet', () => {
  test.each([
    ['/consult-complaints/detail/7/1', '咨询投诉'],
    ['/affair/grade/2026000001', '办件评价'],
    ['/page/orders', '配置页面'],
    ['/tools/page-manage/page-add/x', '页面设计'],
    ['/business/guides', '办事指南管理'],
  ])('include %s under the name %s', (path, name) => {
    expect(findPlannedAddress(path)?.name).toBe(name);
  });

  test('include /no-login/progress as a public page', () => {
    expect(findPlannedAddress('/no-login/progress')?.isPublic).toBe(true);
  });

  test.each([
    '/pages',
    '/business',
    '/business/templates',
    '/business/accounts',
    '/affair',
    '/affair/detail/1',
    '/nowhere',
  ])('do not include %s', (path) => {
    expect(findPlannedAddress(path)).toBeUndefined();
  });
});
