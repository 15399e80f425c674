import { describe, expect, test } from 'vitest';
import type { MenuNode } from '#contract/menus.ts';
import {
  asksFirstSteps,
  findActiveTrail,
  findLandingPath,
  findMenuTrail,
  findSubSystem,
  isInMenu,
  listSubSystems,
} from './menu-tree.ts';

function entry(url: string, children: MenuNode[] = []): MenuNode {
  return { id: url, code: url.slice(1), title: url, url, icon: null, children };
}
function system(code: string, ...children: MenuNode[]): MenuNode {
  return { id: code, code, title: code, url: '', icon: null, children };
}

describe('landing (S0 §2)', () => {
  test('prefers to-do, then new matters, then the dashboard, then my applications', () => {
    const all = [
      system('dashboard', entry('/dashboard')),
      system('workportal', entry('/index'), entry('/affair'), entry('/workflow-new'), entry('/todo')),
    ];
    expect(findLandingPath(all)).toBe('/todo');
    expect(findLandingPath([system('workportal', entry('/affair'), entry('/workflow-new'))])).toBe(
      '/workflow-new',
    );
    expect(
      findLandingPath([system('workportal', entry('/affair')), system('dashboard', entry('/dashboard'))]),
    ).toBe('/dashboard');
  });
  test('goes to the desk only as a person’s own choice, or where nothing that S0 §2 names is in the menu', () => {
    const desk = [system('workportal', entry('/index'), entry('/todo'))];
    expect(findLandingPath(desk, '/index')).toBe('/index');
    expect(findLandingPath([system('workportal', entry('/index'), entry('/affair'))])).toBe('/affair');
    expect(findLandingPath([system('workportal', entry('/index'), entry('/done'))])).toBe('/index');
  });
  test('goes to the items of who makes them, and asks first what the office still lacks', () => {
    const menus = [system('business', entry('/business/first-steps'), entry('/business/items'))];
    expect(findLandingPath(menus)).toBe('/business/items');
    expect(asksFirstSteps(menus, '/business/items')).toBe(true);
    expect(asksFirstSteps(menus, '/business/forms')).toBe(false);
    expect(asksFirstSteps([system('business', entry('/business/items'))], '/business/items')).toBe(false);
    expect(findLandingPath([system('business', entry('/business/first-steps'))])).toBe(
      '/business/first-steps',
    );
  });
  test('goes to the first menu entry when none of these is there', () => {
    expect(findLandingPath([system('business', entry('/business/staffs'), entry('/business/roles'))])).toBe(
      '/business/staffs',
    );
  });
  test("a person's own default comes first when the menu has it", () => {
    const menus = [system('workportal', entry('/todo'), entry('/done'))];
    expect(findLandingPath(menus, '/done')).toBe('/done');
    expect(findLandingPath(menus, '/dashboard')).toBe('/todo');
    expect(findLandingPath(menus, null)).toBe('/todo');
  });
  test('has nowhere to go with an empty menu', () => {
    expect(findLandingPath([])).toBeUndefined();
    expect(findLandingPath([system('workportal')])).toBeUndefined();
  });
  test('reads an address with a query as its path', () => {
    expect(findLandingPath([system('workportal', entry('/x'), entry('/todo?all=1'))])).toBe('/todo');
  });
});

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
    expect(findLandingPath(carrying)).toBe('/affair-draft');
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
    expect(findMenuTrail(menus, '/affair/draft').map((node) => node.url)).toEqual(['', '/affair/draft']);
    expect(findMenuTrail(menus, '/affair/detail/1').map((node) => node.url)).toEqual(['', '/affair']);
    expect(findMenuTrail(menus, '/elsewhere')).toEqual([]);
    const repeating = [{ ...system('workportal', entry('/todo')), url: '/todo' }];
    expect(findMenuTrail(repeating, '/todo')).toHaveLength(2);
  });
});

describe('the sub-system of a screen', () => {
  const menus = [
    system('workportal', entry('/todo'), entry('/done')),
    system('business', entry('/business/staffs')),
    system('serviceportal', entry('/affair')),
  ];
  const systemOf = (path: string, cameFrom: string | null, belongs = false) =>
    findSubSystem(menus, findActiveTrail(menus, path, { belongs, cameFrom }))?.code;

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
      findActiveTrail(menus, '/affair/detail/2026000001', { belongs: false, homes, cameFrom }).at(-1)?.url;
    expect(lit(['/todo', '/done'], '/done')).toBe('/done');
    expect(lit(['/todo', '/done'], '/affair')).toBe('/todo');
    expect(lit(['/index', '/todo'], null)).toBe('/todo');
    expect(lit(['/copied'], '/todo')).toBeUndefined();
  });
  test('is for a screen without a home the one that led there, with no entry of it marked', () => {
    const trail = findActiveTrail(menus, '/messages', { belongs: false, cameFrom: '/done' });
    expect(trail.map(({ code }) => code)).toEqual(['workportal']);
  });
  test('is for a detail page opened directly that of the landing screen', () => {
    expect(systemOf('/affair/detail/2026000001', null)).toBe('workportal');
    expect(findSubSystem(menus, [], '/affair')?.code).toBe('serviceportal');
    expect(findSubSystem(menus.slice(1, 2), [])?.code).toBe('business');
    expect(findSubSystem([], [])).toBeUndefined();
  });
});
