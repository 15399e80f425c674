import { describe, expect, test } from 'vitest';
import { findFirstPage, findLandingPath, showsFirstSteps } from './landing.ts';

interface Entry {
  url: string;
  children: Entry[];
}

function entry(url: string, children: Entry[] = []): Entry {
  return { url, children };
}
function system(...children: Entry[]): Entry {
  return { url: '', children };
}

describe('landing (S0 §2)', () => {
  test('prefers to-do, then new matters, then the dashboard, then my applications', () => {
    const all = [
      system(entry('/dashboard')),
      system(entry('/index'), entry('/affair'), entry('/workflow-new'), entry('/todo')),
    ];
    expect(findLandingPath(all)).toBe('/todo');
    expect(findLandingPath([system(entry('/affair'), entry('/workflow-new'))])).toBe('/workflow-new');
    expect(findLandingPath([system(entry('/affair')), system(entry('/dashboard'))])).toBe('/dashboard');
  });
  test('goes to the desk only as a person’s own choice, or where nothing that S0 §2 names is in the menu', () => {
    const desk = [system(entry('/index'), entry('/todo'))];
    expect(findLandingPath(desk, '/index')).toBe('/index');
    expect(findLandingPath([system(entry('/index'), entry('/affair'))])).toBe('/affair');
    expect(findLandingPath([system(entry('/index'), entry('/done'))])).toBe('/index');
  });
  test('goes to the items of who makes them, and asks first what the office still lacks', () => {
    const menus = [system(entry('/business/first-steps'), entry('/business/items'))];
    expect(findLandingPath(menus)).toBe('/business/items');
    expect(showsFirstSteps(menus, '/business/items')).toBe(true);
    expect(showsFirstSteps(menus, '/business/forms')).toBe(false);
    expect(showsFirstSteps([system(entry('/business/items'))], '/business/items')).toBe(false);
    expect(findLandingPath([system(entry('/business/first-steps'))])).toBe('/business/first-steps');
    const parts = [entry('/business/forms'), entry('/business/processes')];
    expect(findLandingPath([system(...parts, entry('/business/items'))])).toBe('/business/items');
    expect(findLandingPath([system(...parts)])).toBe('/business/forms');
  });
  test('leads from a sub-system to its first page, and to the first steps where there is nothing else', () => {
    const steps = entry('/business/first-steps');
    expect(findFirstPage(system(steps, entry('/business/forms?a=1')))).toBe('/business/forms?a=1');
    expect(findFirstPage(system(steps))).toBe('/business/first-steps');
    expect(findFirstPage(system())).toBeUndefined();
  });
  test('goes to the first menu entry when none of these is there', () => {
    expect(findLandingPath([system(entry('/business/staffs'), entry('/business/roles'))])).toBe(
      '/business/staffs',
    );
  });
  test("a person's own default comes first when the menu has it", () => {
    const menus = [system(entry('/todo'), entry('/done'))];
    expect(findLandingPath(menus, '/done')).toBe('/done');
    expect(findLandingPath(menus, '/dashboard')).toBe('/todo');
    expect(findLandingPath(menus, null)).toBe('/todo');
  });
  test('has nowhere to go with an empty menu', () => {
    expect(findLandingPath([])).toBeUndefined();
    expect(findLandingPath([system()])).toBeUndefined();
  });
  test('reads an address with a query as its path', () => {
    expect(findLandingPath([system(entry('/x'), entry('/todo?all=1'))])).toBe('/todo');
  });
  test('passes over the address of a sub-system whose entry the person lacks', () => {
    expect(findLandingPath([{ url: '/todo', children: [entry('/affair-draft')] }])).toBe('/affair-draft');
  });
});
