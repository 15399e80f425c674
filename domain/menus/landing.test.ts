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

describe('landing page (S0 §2)', () => {
  test('is to-do first, then new orders, then the dashboard, then my applications', () => {
    const all = [
      system(entry('/dashboard')),
      system(entry('/index'), entry('/affair'), entry('/workflow-new'), entry('/todo')),
    ];
    expect(findLandingPath(all)).toBe('/todo');
    expect(findLandingPath([system(entry('/affair'), entry('/workflow-new'))])).toBe('/workflow-new');
    expect(findLandingPath([system(entry('/affair')), system(entry('/dashboard'))])).toBe('/dashboard');
  });
  test('is the home page only as own choice, or when the menu has no page that S0 §2 names', () => {
    const desk = [system(entry('/index'), entry('/todo'))];
    expect(findLandingPath(desk, '/index')).toBe('/index');
    expect(findLandingPath([system(entry('/index'), entry('/affair'))])).toBe('/affair');
    expect(findLandingPath([system(entry('/index'), entry('/done'))])).toBe('/index');
  });
  test('is the items page for a person who manages items, with the first steps of the office', () => {
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
  test('leads from a sub-system to its first page, and to the first steps if there is no other page', () => {
    const steps = entry('/business/first-steps');
    expect(findFirstPage(system(steps, entry('/business/forms?a=1')))).toBe('/business/forms?a=1');
    expect(findFirstPage(system(steps))).toBe('/business/first-steps');
    expect(findFirstPage(system())).toBeUndefined();
  });
  test('is the first menu entry when none of these is there', () => {
    expect(findLandingPath([system(entry('/business/staffs'), entry('/business/roles'))])).toBe(
      '/business/staffs',
    );
  });
  test('is the default of the person when the menu has it', () => {
    const menus = [system(entry('/todo'), entry('/done'))];
    expect(findLandingPath(menus, '/done')).toBe('/done');
    expect(findLandingPath(menus, '/dashboard')).toBe('/todo');
    expect(findLandingPath(menus, null)).toBe('/todo');
  });
  test('is undefined for an empty menu', () => {
    expect(findLandingPath([])).toBeUndefined();
    expect(findLandingPath([system()])).toBeUndefined();
  });
  test('ignores the query of a menu address', () => {
    expect(findLandingPath([system(entry('/x'), entry('/todo?all=1'))])).toBe('/todo');
  });
  test('ignores the address of a sub-system without its entry', () => {
    expect(findLandingPath([{ url: '/todo', children: [entry('/affair-draft')] }])).toBe('/affair-draft');
  });
});
