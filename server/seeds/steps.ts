import { messageSettings } from '#contract/message-settings.ts';
import { opinions } from '#contract/opinions.ts';
import type { Context } from '#server/framework/context.ts';
import { demoPassword } from '#server/kernel/config/config.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { markTourFinished } from '#server/modules/access/preferences/service.ts';
import { getActor } from '#server/modules/access/session/actor.ts';
import { hashPassword } from '#server/modules/access/session/password-hash.ts';
import { setUpArchive } from '#server/modules/cases/archive/service.ts';
import { saveSettings } from '#server/modules/cases/messages/service.ts';
import { saveOpinions } from '#server/modules/cases/opinions/service.ts';
import { addHolidays } from '#server/modules/organisation/holidays/service.ts';
import { loadRegions } from '#server/modules/organisation/regions/service.ts';
import { makeOneTimePassword } from './accounts.ts';
import type { HolidayRow } from './data/holidays.ts';
import { readRegions } from './data/regions.ts';
import {
  fillAddresses,
  grantRole,
  insertOffice,
  insertPermissions,
  insertStaff,
  listMissing,
} from './office.queries.ts';
import {
  type Office,
  officeAreaCode,
  type Permissions,
  readArchiveSettings,
  regionOrganisationId,
  type SeededPerson,
} from './office.ts';
import { publishDocumentTemplates } from './publish-document-templates.ts';
import { unwrap } from './unwrap.ts';

/** The steps of seeding. Each step is done completely or not at all. */

/** The demo's people were hired long before their first order. */
const hiredDaysAgo = 400;
const dayMs = 86_400_000;
/** The only person of the demo who sees the tour at the first login. */
const newcomerAccount = 'wangfang';

export async function addRegions(context: Context): Promise<void> {
  await loadRegions(context, readRegions());
}

export async function addHolidayRows(context: Context, rows: Iterable<HolidayRow>): Promise<void> {
  const holidays = [...rows].map(({ date, kind, name }) => ({ day: date, kind, name }));
  await inTransaction(context.db, (tx) => addHolidays(tx, holidays));
}

export async function addRoles(context: Context, permissions: Permissions): Promise<void> {
  await inTransaction(context.db, (tx) => insertPermissions(tx, permissions));
}

export async function addOffice(context: Context, office: Office): Promise<void> {
  await inTransaction(context.db, (tx) => insertOffice(tx, office, officeAreaCode));
}

/** Publishes the document templates of the items, and fills in the addresses of the office that they show. */
export async function addDocumentTemplates(context: Context, office: Office): Promise<void> {
  await inTransaction(context.db, (tx) => fillAddresses(tx, office));
  await publishDocumentTemplates(context);
}

/** Adds the settings for the numbers of the archive. */
export async function addArchive(context: Context): Promise<void> {
  await inTransaction(context.db, (tx) => setUpArchive(tx, readArchiveSettings()));
}

/**
 * Gives the archivists of each organisation their role; in an older office, these people already exist with their
 * other roles.
 */
export async function addArchivists(context: Context, { staff }: Pick<Office, 'staff'>): Promise<void> {
  const archivistIds = staff.filter(({ roles }) => roles.includes('archivist')).map(({ id }) => id);
  await inTransaction(context.db, (tx) => grantRole(tx, 'archivist', archivistIds));
}

export async function addDemoStaff(context: Context, staff: readonly SeededPerson[]): Promise<void> {
  const createdAt = new Date(context.now().getTime() - hiredDaysAgo * dayMs);
  const { crypto } = context;
  // All people share one hash: they have the same password, which is printed, and 41 hashes would take a second.
  const passwordHash = await hashPassword(demoPassword);
  const encrypted = (value: string) => ({ sealed: crypto.seal(value), digest: crypto.searchHash(value) });
  const people = staff.map(({ idCard, mobile, disabled, ...person }) => ({
    ...person,
    passwordHash,
    idCard: encrypted(idCard),
    mobile: encrypted(mobile),
    disabledAt: disabled ? createdAt : null,
    createdAt,
  }));
  const experiencedIds = staff.filter(({ account }) => account !== newcomerAccount).map(({ id }) => id);
  await inTransaction(context.db, async (tx) => {
    await insertStaff(tx, people);
    await markTourFinished(tx, experiencedIds, createdAt);
  });
}

/** Adds the organisations and people of later versions that an older demo lacks. */
export async function addLaterPeople(context: Context, office: Office): Promise<void> {
  await addOffice(context, office);
  const missing = await listMissing(context.db, office.staff);
  if (missing.length > 0) await addDemoStaff(context, missing);
}

const handlingRoles: ReadonlySet<string> = new Set(['handler', 'leader', 'supervisor']);

/** Opinions that people of the demo write often, so that the list next to the opinion is not empty. */
const commonOpinions = [
  '同意。',
  '情况属实，请依法依规办理。',
  '材料齐全，予以受理。',
  '请补充材料后重新提交。',
  '已核实，拟同意办结。',
];

export async function addCommonOpinions(context: Context, staff: readonly SeededPerson[]): Promise<void> {
  const handlers = staff.filter(
    ({ roles, disabled }) => !disabled && roles.some((role) => handlingRoles.has(role)),
  );
  for (const { account } of handlers) {
    const actor = await getActor(context, account);
    const key = `demo-opinions-${account}`;
    const call = {
      context,
      actor,
      endpoint: opinions.addAll,
      idempotencyKey: key,
      requestHash: key,
      requestId: key,
    };
    const rows = commonOpinions.map((content, index) => ({ content, sort: index + 1 }));
    unwrap(`Opinions of ${account}`, await saveOpinions(call, rows));
  }
}

/** People of the demo who want messages outside the portal, so that the channels are used in the demo. */
const outsideChannels: Readonly<Record<string, readonly ('10' | '7')[]>> = {
  liuyang: ['10'],
  wujianguo: ['10', '7'],
};

export async function addMessageSettings(context: Context): Promise<void> {
  for (const [account, channels] of Object.entries(outsideChannels)) {
    const actor = await getActor(context, account);
    const key = `demo-message-settings-${account}`;
    const call = {
      context,
      actor,
      endpoint: messageSettings.save,
      idempotencyKey: key,
      requestHash: key,
      requestId: key,
    };
    const events = (['todo', 'returned'] as const).map((event) => ({ event, channels }));
    const settings = { events, quietFrom: '22:00', quietUntil: '07:30' };
    unwrap(`Message settings of ${account}`, await saveSettings(call, settings));
  }
}

/**
 * Adds the only person of a new production system, who sets up organisations, people and roles; returns the
 * one-time password.
 */
export async function addAdministrator(context: Context): Promise<string> {
  const password = makeOneTimePassword();
  const passwordHash = await hashPassword(password);
  const now = context.now();
  const root = { id: regionOrganisationId, name: '本单位', kind: 'organisation' as const, parentId: null };
  await inTransaction(context.db, async (tx) => {
    const emptyLists = { halls: [], windows: [], positions: [], groups: [] };
    // 其他: the administrator chooses the real region when the organisation is set up.
    await insertOffice(tx, { organisations: [root], ...emptyLists }, '999');
    await insertStaff(tx, [
      {
        id: 'staff-admin',
        account: 'admin',
        name: '系统管理员',
        passwordHash,
        hasOneTimePassword: true,
        idCard: null,
        mobile: null,
        orgId: root.id,
        departmentId: null,
        title: '系统管理员',
        landing: '/business/first-steps',
        disabledAt: null,
        createdAt: now,
        roles: ['system-admin', 'security-admin'],
        positions: [],
        groups: [],
        windows: [],
      },
    ]);
  });
  return password;
}
