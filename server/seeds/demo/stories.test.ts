import { describe, expect, test } from 'vitest';
import type { Actor } from '#domain/access/actor.ts';
import { holidayTableOf, isWorkingDay } from '#domain/calendar/holiday-table.ts';
import { localDateOf } from '#domain/calendar/local-date.ts';
import { checkCertificate } from '#domain/certificates/certificate.ts';
import type { WorkOrderStatus } from '#domain/enumerations/work-order-status.ts';
import { compileForm } from '#domain/forms/compile.ts';
import type { CompiledForm } from '#domain/forms/compiled-form.ts';
import type { RecordSettings } from '#domain/records/record-settings.ts';
import type { ProcessDefinition } from '#domain/workflow/model/model.ts';
import { openTasks, statusOf } from '#domain/workflow/state/status.ts';
import { readDefinition } from '#server/modules/design/processes/read-definition.ts';
import { readHolidays } from '../data/holidays.ts';
import { readOffice, readPermissions, readSeedJson, readSeedText } from '../office.ts';
import { createInMemoryOffice } from './in-memory-office.ts';
import { createStaffDirectory } from './staff-directory.ts';
import { composeStories, performStories } from './stories.ts';

const office = readOffice();
const permissionsOf = new Map(readPermissions().roles.map(({ code, permissions }) => [code, permissions]));
const holidays = holidayTableOf(readHolidays());
const endsAt = new Date('2026-11-20T15:30:00+08:00');

function compose(seed = 20_260_101, at = endsAt, orders = 300) {
  const directory = createStaffDirectory(office.staff, office.organisations);
  return composeStories({ seed, endsAt: at, orders, holidays, directory });
}

const codes = ['petition-letter', 'congress-proposal', 'permit-application'] as const;

async function readInputs() {
  const definitions: Record<string, ProcessDefinition> = {};
  const forms: Record<string, CompiledForm> = {};
  for (const code of codes) {
    const { definition } = await readDefinition(readSeedText(`processes/${code}.bpmn`));
    const form = compileForm(readSeedJson(`forms/${code}.json`));
    if (!definition || Array.isArray(form)) throw new Error(`The seed's own ${code} could not be read`);
    definitions[code] = definition;
    forms[code] = form;
  }
  const actors = new Map(office.staff.map((row) => [row.account, actorOf(row)]));
  const { items } = readSeedJson<{ items: { records?: Partial<RecordSettings> }[] }>('business/items.json');
  // The office in memory has one item; each part of the settings is that of the only demo item that sets it.
  const recordSettings = Object.assign({}, ...items.map(({ records }) => records));
  return { definitions, forms, actors, holidays, recordSettings };
}

function actorOf(row: (typeof office.staff)[number]): Actor {
  const { id, account, name, orgId, departmentId, roles, positions, groups, windows } = row;
  return {
    staffId: id,
    account,
    name,
    orgId,
    orgName: orgId,
    areaCode: '330127',
    roles,
    permissions: new Set(roles.flatMap((code) => permissionsOf.get(code) ?? [])),
    keys: [
      `staff:${id}`,
      `org:${orgId}`,
      ...(departmentId ? [`department:${departmentId}`] : []),
      ...roles.map((code) => `role:${code}`),
      ...positions.map((code) => `position:${code}`),
      ...groups.map((code) => `group:${code}`),
      ...windows.map((code) => `window:${code}`),
    ],
  };
}

describe('the plan of the demo orders', () => {
  const stories = compose();
  const steps = stories.flatMap((story) => story.steps);

  test('is equal for the same seed and time', () => {
    expect(compose()).toEqual(stories);
    expect(compose(1)).not.toEqual(stories);
  });

  test('has 300 orders and a few drafts', () => {
    const drafts = stories.filter(({ steps: [first] }) => first?.act === 'saveDraft');
    expect(stories.length - drafts.length).toBe(300);
    expect(drafts.length).toBeGreaterThan(3);
  });

  test('has actions only in office hours, in sequence, and not in the future', () => {
    for (const { at } of steps) {
      expect(isWorkingDay(localDateOf(at), holidays)).toBe(true);
      const minutes = (((at.getTime() / 60_000 + 480) % 1440) + 1440) % 1440;
      expect(minutes).toBeGreaterThanOrEqual(8 * 60 + 30);
      expect(minutes).toBeLessThan(17 * 60 + 30);
      expect(at <= endsAt).toBe(true);
    }
    for (const story of stories) {
      const times = story.steps.map(({ at }) => at.getTime());
      expect(times.every((time, index) => index === 0 || time > (times[index - 1] ?? 0))).toBe(true);
    }
  });

  test('gives every order its own applicant with a valid certificate number', () => {
    const applicants = steps.flatMap((step) => (step.act === 'start' ? [step.entry.applicant] : []));
    for (const { certCategory, certCode } of applicants)
      expect(checkCertificate(certCategory, certCode)).toBeUndefined();
    // The applicant of the review is that of the reviewed order.
    expect(new Set(applicants.map(({ certCode }) => certCode)).size).toBe(299);
  });

  test('includes companies with their legal representatives', () => {
    const starts = steps.flatMap((step) => (step.act === 'start' ? [step.entry] : []));
    const companies = starts.filter(({ applicant }) => applicant.organisation !== undefined);
    expect(companies.length).toBeGreaterThan(3);
    for (const { applicant, form } of companies) {
      expect(form.content).toMatchObject({
        subjectName: applicant.name,
        creditCode: applicant.certCode,
        legalName: applicant.organisation?.represent.name,
      });
    }
  });
});

/**
 * S1 §4: each 待… status of the three processes, 已退回, every final status that results from their buttons or end
 * nodes, and those of a correction and of a special procedure.
 */
const reachable: readonly WorkOrderStatus[] = [
  1, 2, 3, 4, 5, 6, 20, 21, 22, 23, 24, 25, 26, 27, 32, 9, 10, 11, 12, 13, 14, 15, 16, 30, 35, 7, 17, 19, 34,
  36, 37, 8, 18, 33,
];

describe('demo stories with the workflow rules alone', () => {
  test('are never refused and leave orders at every node and with every status', async () => {
    const inputs = await readInputs();
    const memoryOffice = createInMemoryOffice(inputs);
    await performStories(compose(), memoryOffice);

    const waiting = new Map<string, number>();
    const statuses = new Set<number>();
    for (const { state, definition } of memoryOffice.orders) {
      statuses.add(statusOf(state, definition));
      for (const task of state ? openTasks(state) : []) {
        const place = `${definition.key} ${task.nodeId}`;
        waiting.set(place, (waiting.get(place) ?? 0) + 1);
      }
    }
    const places = Object.values(inputs.definitions).flatMap((definition) =>
      Object.values(definition.nodes)
        .filter(({ kind }) => kind === 'userTask')
        .map(({ id }) => `${definition.key} ${id}`),
    );
    expect(places.filter((place) => !waiting.has(place))).toEqual([]);
    expect(reachable.filter((status) => !statuses.has(status))).toEqual([]);
  });

  test('include each kind of consultation, copies and an urge', async () => {
    const memoryOffice = createInMemoryOffice(await readInputs());
    await performStories(compose(), memoryOffice);
    const states = memoryOffice.orders.flatMap(({ state }) => (state ? [state] : []));
    const panels = states.flatMap((state) => state.panels);
    const running = panels.filter(({ outcome }) => outcome === null);
    const kinds = running.map(({ kind, sequence }) => `${kind} ${sequence}`);
    expect(new Set(kinds)).toEqual(
      new Set(['countersign any', 'countersign inOrder', 'before any', 'delegate any']),
    );
    expect(panels.filter(({ outcome }) => outcome === 'failed').length).toBeGreaterThan(1);
    expect(states.flatMap(({ tasks }) => tasks).some(({ outcome }) => outcome === 'delegated')).toBe(true);
    const toTheLeader = states.filter(({ copies = [] }) =>
      copies.some(({ keys }) => keys.includes('staff:staff-wujianguo')),
    );
    expect(toTheLeader).toHaveLength(2);
    expect(states.filter(({ urgedAt }) => urgedAt !== undefined)).toHaveLength(1);
  });

  test('include side records of each kind in each state that lasts', async () => {
    const memoryOffice = createInMemoryOffice(await readInputs());
    await performStories(compose(), memoryOffice);
    const records = memoryOffice.orders.flatMap(({ state }) => state?.records ?? []);
    const found = new Set(records.map(({ kind, state }) => `${kind} ${state}`));
    const expected = [
      ...['correction kindOpen', 'correction online', 'correction offline', 'correction submitted'],
      ...['special requested', 'special running', 'special done', 'rare pending', 'rare awaitingAudit'],
      ...['suspension suspended', 'extension granted'],
      ...['payment unpaid', 'payment paid', 'payment refunding'],
      ...['output waiting', 'output posting', 'output served', 'express ordering', 'express moving'],
      ...['supervision awaiting', 'supervision answered', 'supervision accepted', 'supervision waived'],
      'merge merged',
    ];
    expect(expected.filter((one) => !found.has(one))).toEqual([]);
  });

  test('are not refused with fewer orders', async () => {
    const inputs = await readInputs();
    for (let orders = 0; orders <= 60; orders += 1) {
      await performStories(compose(20_260_101, endsAt, orders), createInMemoryOffice(inputs));
    }
  });

  test('are not refused for other dates and seeds, and reach every status there too', async () => {
    const inputs = await readInputs();
    for (const [seed, at] of [
      [7, '2026-02-24T09:10:00+08:00'],
      [8, '2026-10-05T23:59:00+08:00'],
      [9, '2027-06-30T03:00:00+08:00'],
    ] as const) {
      const memoryOffice = createInMemoryOffice(inputs);
      await performStories(compose(seed, new Date(at)), memoryOffice);
      const statuses = new Set(
        memoryOffice.orders.map(({ state, definition }) => statusOf(state, definition)),
      );
      expect({ seed, missing: reachable.filter((status) => !statuses.has(status)) }).toEqual({
        seed,
        missing: [],
      });
    }
  });
});
