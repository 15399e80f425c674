import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Permission } from '#domain/access/actor.ts';
import type { setUpArchive } from '#server/modules/cases/archive/service.ts';

// The ids in the data files of the demo office never change, because processes refer to organisations and positions.

/**
 * Region of the demo office: a real county of the region tree with an invented office in it (decision 0086).
 */
export const officeAreaCode = '330127';

/** The organisation that represents its region; clients use this id by default (S0 §7, S2 §9). */
export const regionOrganisationId = '10002';

export interface SeededOrganisation {
  id: string;
  name: string;
  kind: 'organisation' | 'department';
  parentId: string | null;
  /** The address as its documents show it. */
  address?: string;
  phone?: string;
}

export interface SeededPerson {
  id: string;
  account: string;
  name: string;
  orgId: string;
  departmentId: string | null;
  title: string;
  roles: readonly string[];
  positions: readonly string[];
  groups: readonly string[];
  windows: readonly string[];
  idCard: string;
  mobile: string;
  landing: string;
  /** True for a person who has left: signing in shows the dialog of a disabled account. */
  disabled?: boolean;
}

export interface SeededRole {
  code: string;
  name: string;
  permissions: readonly Permission[];
  /** Codes of the menus that the role opens; their parents are added. */
  menus: readonly string[];
}

export interface SeededMenu {
  code: string;
  clientCode: 'dashboard' | 'workportal' | 'business' | 'serviceportal';
  title: string;
  url: string;
  icon: string;
  parentCode: string | null;
  /** True for an entry that a production system does not have. */
  onlyInDemo?: true;
}

export interface Office {
  organisations: readonly SeededOrganisation[];
  halls: readonly { id: string; name: string; orgId: string }[];
  windows: readonly { id: string; name: string; number: string; hallId: string }[];
  positions: readonly { id: string; name: string; orgId: string | null }[];
  groups: readonly { id: string; name: string; applications: string[] }[];
  staff: readonly SeededPerson[];
}

export interface Permissions {
  roles: readonly SeededRole[];
  menus: readonly SeededMenu[];
}

const dataFolder = join(import.meta.dirname, 'data');

/** Reads a file of `seeds/data`; tests check its content against the type. */
export function readSeedJson<Content>(path: string): Content {
  return JSON.parse(readSeedText(path)) as Content;
}

export function readSeedText(path: string): string {
  return readFileSync(join(dataFolder, path), 'utf8');
}

/** Returns the names of the files in a folder of `seeds/data`. */
export function listSeedFiles(folder: string): string[] {
  return readdirSync(join(dataFolder, folder)).sort();
}

export function readOffice(): Office {
  return {
    organisations: readSeedJson('office/organisations.json'),
    ...readSeedJson<Pick<Office, 'halls' | 'windows'>>('office/counters.json'),
    ...readSeedJson<Pick<Office, 'positions' | 'groups'>>('office/posts.json'),
    staff: readSeedJson('office/staff.json'),
  };
}

export function readPermissions(mode: 'demo' | 'production' = 'demo'): Permissions {
  const allMenus = readSeedJson<SeededMenu[]>('office/menus.json');
  const menus = allMenus.filter(({ onlyInDemo = false }) => mode === 'demo' || !onlyInDemo);
  const codes = new Set(menus.map(({ code }) => code));
  const roles = readSeedJson<SeededRole[]>('office/roles.json').map((role) => ({
    ...role,
    menus: role.menus.filter((code) => codes.has(code)),
  }));
  return { roles, menus };
}

/** Returns 全宗号 of the demo's organisations, and the retention periods of orders by item. */
export function readArchiveSettings(): Parameters<typeof setUpArchive>[1] {
  return readSeedJson('office/archive.json');
}

/**
 * Returns the path and level of an organisation: level 1 is the top; a department is one level below its
 * organisation.
 */
export function organisationPath(
  organisations: readonly SeededOrganisation[],
  id: string,
): { path: string; level: number } {
  const row = organisations.find((organisation) => organisation.id === id);
  if (!row) throw new Error(`There is no organisation ${id}`);
  if (row.parentId === null) return { path: `/${id}/`, level: 1 };
  const parent = organisationPath(organisations, row.parentId);
  return { path: `${parent.path}${id}/`, level: parent.level + 1 };
}
