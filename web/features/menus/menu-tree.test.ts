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
  test('opens what shares the top path with an entry', () => {
    expect(isInMenu(menus, '/todo')).toBe(true);
    expect(isInMenu(menus, '/affair/detail/2026000001')).toBe(true);
  });
  test('tells the screens of the business middle platform apart: each hand has its own', () => {
    const own = [system('business', entry('/business/accounts'))];
    expect(isInMenu(own, '/business/accounts')).toBe(true);
    expect(isInMenu(own, '/business/audit')).toBe(false);
  });
  test('tells the queries apart; what any of them leads to is open with one of them', () => {
    const own = [system('workportal', entry('/query/seconds'))];
    expect(isInMenu(own, '/query/seconds')).toBe(true);
    expect(isInMenu(own, '/query/cross')).toBe(false);
    expect(isInMenu(own, '/query/view/2026000001')).toBe(false);
    expect(isInMenu(own, '/query/view/2026000001', ['/query/all', '/query/seconds'])).toBe(true);
    expect(isInMenu(menus, '/query/view/2026000001', ['/query/all', '/query/seconds'])).toBe(false);
  });
  test('refuses the address that a sub-system carries when the entry itself is missing', () => {
    const carrying = [{ ...system('workportal', entry('/affair-draft')), url: '/todo' }];
    expect(isInMenu(carrying, '/todo')).toBe(false);
  });
  test('refuses a path that only looks alike', () => {
    expect(isInMenu(menus, '/todos')).toBe(false);
    expect(isInMenu(menus, '/done')).toBe(false);
  });
});

describe('sub-systems', () => {
  test('stand in the order of the header and only when the menu holds their code', () => {
    const menus = [system('serviceportal'), system('other'), system('dashboard')];
    expect(listSubSystems(menus).map((node) => node.code)).toEqual(['dashboard', 'serviceportal']);
  });
  test('the trail ends at the longest fitting address', () => {
    const menus = [system('workportal', entry('/affair'), entry('/affair/draft'))];
    expect(findMenuPath(menus, '/affair/draft').map((node) => node.url)).toEqual(['', '/affair/draft']);
    expect(findMenuPath(menus, '/affair/detail/1').map((node) => node.url)).toEqual(['', '/affair']);
    expect(findMenuPath(menus, '/elsewhere')).toEqual([]);
    const repeating = [{ ...system('workportal', entry('/todo')), url: '/todo' }];
    expect(findMenuPath(repeating, '/todo')).toHaveLength(2);
  });
});

describe('the sub-system of a screen', () => {
  const menus = [
    system('workportal', entry('/todo'), entry('/done')),
    system('business', entry('/business/staffs')),
    system('serviceportal', entry('/affair')),
  ];
  const systemOf = (path: string, cameFrom: string | null, belongs = false) =>
    findSubSystem(menus, findActivePath(menus, path, { belongs, cameFrom }))?.code;

  test('is that of its entry', () => {
    expect(systemOf('/affair', '/todo')).toBe('serviceportal');
    expect(systemOf('/business/staffs/7', '/todo', true)).toBe('business');
  });
  test('is for a detail page the one that led there, although its address begins like another entry', () => {
    expect(systemOf('/affair/detail/2026000001', '/done')).toBe('workportal');
    expect(systemOf('/affair/detail/2026000001', '/affair')).toBe('serviceportal');
  });
  test('is for a screen with homes the one of them that led there, else the first that the menu has', () => {
    const lit = (homes: readonly string[], cameFrom: string | null) =>
      findActivePath(menus, '/affair/detail/2026000001', { belongs: false, homes, cameFrom }).at(-1)?.url;
    expect(lit(['/todo', '/done'], '/done')).toBe('/done');
    expect(lit(['/todo', '/done'], '/affair')).toBe('/todo');
    expect(lit(['/index', '/todo'], null)).toBe('/todo');
    expect(lit(['/copied'], '/todo')).toBeUndefined();
  });
  test('is for a screen without a home the one that led there, with no entry of it marked', () => {
    const menuPath = findActivePath(menus, '/messages', { belongs: false, cameFrom: '/done' });
    expect(menuPath.map(({ code }) => code)).toEqual(['workportal']);
  });
  test('is for a detail page opened directly that of the landing screen', () => {
    expect(systemOf('/affair/detail/2026000001', null)).toBe('workportal');
    expect(findSubSystem(menus, [], '/affair')?.code).toBe('serviceportal');
    expect(findSubSystem(menus.slice(1, 2), [])?.code).toBe('business');
    expect(findSubSystem([], [])).toBeUndefined();
  });
});
