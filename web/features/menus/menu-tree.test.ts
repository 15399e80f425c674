import { describe, expect, test } from 'vitest';
import type { MenuNode } from '#contract/menus.ts';
import { findActivePath, findMenuPath, findSubSystem, isInMenu, listSubSystems } from './menu-tree.ts';

function entry(url: string, children: MenuNode[] = []): MenuNode {
  return { id: url, code: url.slice(1), title: url, url, icon: null, children };
}
function system(code: string, ...children: MenuNode[]): MenuNode {
  return { id: code, code, title: code, url: '', icon: null, children };
}

describe('menu access (S0 §6)', () => {
  const menus = [system('workportal', entry('/todo'), entry('/affair'))];
  test('allows paths that share the top path with an entry', () => {
    expect(isInMenu(menus, '/todo')).toBe(true);
    expect(isInMenu(menus, '/affair/detail/2026000001')).toBe(true);
  });
  test('separates the screens of the business middle platform by administrator role', () => {
    const menusOfRole = [system('business', entry('/business/accounts'))];
    expect(isInMenu(menusOfRole, '/business/accounts')).toBe(true);
    expect(isInMenu(menusOfRole, '/business/audit')).toBe(false);
  });
  test('separates the query screens, and opens a shared detail page with any query that links to it', () => {
    const menusOfRole = [system('workportal', entry('/query/seconds'))];
    expect(isInMenu(menusOfRole, '/query/seconds')).toBe(true);
    expect(isInMenu(menusOfRole, '/query/cross')).toBe(false);
    expect(isInMenu(menusOfRole, '/query/view/2026000001')).toBe(false);
    expect(isInMenu(menusOfRole, '/query/view/2026000001', ['/query/all', '/query/seconds'])).toBe(true);
    expect(isInMenu(menus, '/query/view/2026000001', ['/query/all', '/query/seconds'])).toBe(false);
  });
  test('refuses the address of a sub-system when its entry is missing', () => {
    const menusWithAddress = [{ ...system('workportal', entry('/affair-draft')), url: '/todo' }];
    expect(isInMenu(menusWithAddress, '/todo')).toBe(false);
  });
  test('refuses a path that only looks similar', () => {
    expect(isInMenu(menus, '/todos')).toBe(false);
    expect(isInMenu(menus, '/done')).toBe(false);
  });
});

describe('sub-systems', () => {
  test('are listed in header order, and only when the menu contains their code', () => {
    const menus = [system('serviceportal'), system('other'), system('dashboard')];
    expect(listSubSystems(menus).map((node) => node.code)).toEqual(['dashboard', 'serviceportal']);
  });
  test('the breadcrumb ends at the longest matching address', () => {
    const menus = [system('workportal', entry('/affair'), entry('/affair/draft'))];
    expect(findMenuPath(menus, '/affair/draft').map((node) => node.url)).toEqual(['', '/affair/draft']);
    expect(findMenuPath(menus, '/affair/detail/1').map((node) => node.url)).toEqual(['', '/affair']);
    expect(findMenuPath(menus, '/elsewhere')).toEqual([]);
    const menusWithRepeat = [{ ...system('workportal', entry('/todo')), url: '/todo' }];
    expect(findMenuPath(menusWithRepeat, '/todo')).toHaveLength(2);
  });
});

describe('sub-system of a screen', () => {
  const menus = [
    system('workportal', entry('/todo'), entry('/done')),
    system('business', entry('/business/staffs')),
    system('serviceportal', entry('/affair')),
  ];
  const menuParents = ['/done', '/affair'];
  const subSystemOf = (path: string, previousPath: string | null, isEntryOrBelow = false) =>
    findSubSystem(menus, findActivePath(menus, path, { isEntryOrBelow, menuParents, previousPath }))?.code;

  test('is that of its menu entry', () => {
    expect(subSystemOf('/affair', '/todo')).toBe('serviceportal');
    expect(subSystemOf('/business/staffs/7', '/todo', true)).toBe('business');
  });
  test('is that of the previous screen for a detail page, although its address begins like another entry', () => {
    expect(subSystemOf('/affair/detail/2026000001', '/done')).toBe('workportal');
    expect(subSystemOf('/affair/detail/2026000001', '/affair')).toBe('serviceportal');
  });
  test('is, for a screen with several menu parents, the one that led there, or else the first one in the menu', () => {
    const highlighted = (menuParents: readonly string[], previousPath: string | null) =>
      findActivePath(menus, '/affair/detail/2026000001', {
        isEntryOrBelow: false,
        menuParents,
        previousPath,
      }).at(-1)?.url;
    expect(highlighted(['/todo', '/done'], '/done')).toBe('/done');
    expect(highlighted(['/todo', '/done'], '/affair')).toBe('/todo');
    expect(highlighted(['/index', '/todo'], null)).toBe('/todo');
    expect(highlighted(['/copied'], '/todo')).toBeUndefined();
  });
  test('is not 待办 for an order without a task, as found by the search', () => {
    const facts = { isEntryOrBelow: false, menuParents: ['/todo', '/done'], isOrderWithoutTask: true };
    const pathFrom = (previousPath: string | null) =>
      findActivePath(menus, '/affair/detail/2026000001', { ...facts, previousPath }).map(({ code }) => code);
    expect(pathFrom('/todo')).toEqual(['workportal']);
    expect(pathFrom(null)).toEqual(['workportal']);
    expect(pathFrom('/done')).toEqual(['workportal', 'done']);
  });
  test('is 工作门户 for a screen without a menu parent, with no entry marked', () => {
    const menuPath = findActivePath(menus, '/messages', {
      isEntryOrBelow: false,
      previousPath: '/business/staffs',
    });
    expect(menuPath.map(({ code }) => code)).toEqual(['workportal']);
  });
  test('is that of the first screen for such a screen if the menu has no 工作门户', () => {
    const facts = { isEntryOrBelow: false, previousPath: '/business/staffs' };
    const others = menus.slice(1).toReversed();
    expect(findSubSystem(others, findActivePath(others, '/help', facts), '/affair')?.code).toBe(
      'serviceportal',
    );
  });
  test('is that of the landing screen for a detail page opened directly', () => {
    expect(subSystemOf('/affair/detail/2026000001', null)).toBe('workportal');
    expect(findSubSystem(menus, [], '/affair')?.code).toBe('serviceportal');
    expect(findSubSystem(menus.slice(1, 2), [])?.code).toBe('business');
    expect(findSubSystem([], [])).toBeUndefined();
  });
});
